package io.sluice.internal.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CellBlockVerifierTest {

    private static final RowRange ALL = RowRange.of(new byte[0], new byte[0]);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void verify(RowRange rows, int expected, byte[]... cells) {
        byte[] block = TestCells.block(cells);
        CellBlockVerifier.verify(block, 0, block.length, expected, rows);
    }

    private static void assertDamaged(String shown, RowRange rows, int expected, byte[]... cells) {
        assertThatIllegalStateException()
                .isThrownBy(() -> verify(rows, expected, cells))
                .withMessageContaining(shown);
    }

    @Test
    void verify_goodBlock_passes() {
        verify(ALL, 0);
        for (int type : new int[] {4, 8, 10, 12, 14}) {
            verify(ALL, 2, TestCells.cell("a", "f", "", 0, type, ""), TestCells.cell("z", "f", "q", 1, type, "v"));
        }
    }

    @Test
    void verify_wrongCount_refused() {
        byte[] cell = TestCells.cell("a", "f", "q", 0, 4, "v");
        assertDamaged("has 1 cells, 2 were announced", ALL, 2, cell);
        assertDamaged("has 1 cells, 0 were announced", ALL, 0, cell);
    }

    @Test
    void verify_typeNobodyMayWrite_refused() {
        byte[] good = TestCells.cell("a", "f", "q", 0, 4, "v");
        for (int type : new int[] {0, 1, 5, 255}) {
            byte[] bad = TestCells.cell("b", "f", "q", 0, type, "v");
            assertDamaged("offset " + good.length + ": unknown type code " + type, ALL, 2, good, bad);
        }
    }

    @Test
    void verify_negativeTimestamp_refused() {
        assertDamaged("timestamp -1", ALL, 1, TestCells.cell("a", "f", "q", -1, 4, "v"));
    }

    @Test
    void verify_damagedLength_refused() {
        byte[] cell = TestCells.cell("a", "f", "q", 0, 4, "vvv");
        BigEndian.putInt(cell, 8, 5);
        assertDamaged("value length 5", ALL, 1, cell);
    }

    @Test
    void verify_rowOutsideTheRegion_refused() {
        byte[] b = TestCells.cell("b", "f", "q", 0, 4, "v");
        byte[] high = TestCells.cell("\u00e9", "f", "q", 0, 4, "v");
        verify(RowRange.of(bytes("b"), bytes("c")), 1, b);
        verify(RowRange.of(bytes("b"), new byte[0]), 2, b, high);
        verify(RowRange.of(new byte[0], bytes("c")), 1, b);
        assertDamaged("outside", RowRange.of(bytes("a"), bytes("b")), 1, b);
        assertDamaged("outside", RowRange.of(bytes("b\0"), bytes("c")), 1, b);
        assertDamaged("outside", RowRange.of(bytes("a"), bytes("z")), 1, high);
    }

    @Test
    void rowRange_onlyOneRow_hasNoOther() {
        RowRange range = RowRange.only(bytes("b"));
        assertThat(range.contains(bytes("xbx"), 1, 1)).isTrue();
        assertThat(range.contains(bytes("b\0"), 0, 2)).isFalse();
        assertThat(range.contains(bytes("a"), 0, 1)).isFalse();
        assertThat(range.contains(bytes("c"), 0, 1)).isFalse();
    }
}
