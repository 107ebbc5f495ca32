package io.sluice.internal.cell;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.Bytes;
import org.junit.jupiter.api.Test;

class CellBlockVerifierTest {

    private static final byte[] ROW = {'b'};

    private static void verify(int expected, byte[]... cells) {
        byte[] block = TestCells.block(cells);
        CellBlockVerifier.verify(block, 0, block.length, expected, ROW);
    }

    private static void assertDamaged(String shown, int expected, byte[]... cells) {
        assertThatIllegalStateException()
                .isThrownBy(() -> verify(expected, cells))
                .withMessageContaining(shown);
    }

    @Test
    void verify_goodBlock_passes() {
        verify(0);
        for (int type : new int[] {4, 8, 10, 12, 14}) {
            verify(2, TestCells.cell("b", "f", "", 0, type, ""), TestCells.cell("b", "f", "q", 1, type, "v"));
        }
    }

    @Test
    void verify_wrongCount_refused() {
        byte[] cell = TestCells.cell("b", "f", "q", 0, 4, "v");
        assertDamaged("has 1 cells, 2 were announced", 2, cell);
        assertDamaged("has 1 cells, 0 were announced", 0, cell);
    }

    @Test
    void verify_typeNobodyMayWrite_refused() {
        byte[] good = TestCells.cell("b", "f", "q", 0, 4, "v");
        for (int type : new int[] {0, 1, 5, 255}) {
            byte[] bad = TestCells.cell("b", "f", "q", 0, type, "v");
            assertDamaged("offset " + good.length + ": unknown type code " + type, 2, good, bad);
        }
    }

    @Test
    void verify_negativeTimestamp_refused() {
        assertDamaged("timestamp -1", 1, TestCells.cell("b", "f", "q", -1, 4, "v"));
    }

    @Test
    void verify_damagedLength_refused() {
        byte[] cell = TestCells.cell("b", "f", "q", 0, 4, "vvv");
        Bytes.putInt(cell, 8, 5);
        assertDamaged("value length 5", 1, cell);
    }

    @Test
    void verify_anotherRow_refused() {
        byte[] good = TestCells.cell("b", "f", "q", 0, 4, "v");
        for (String row : new String[] {"a", "c", "b\0", "bb"}) {
            assertDamaged("is not the expected one", 2, good, TestCells.cell(row, "f", "q", 0, 4, "v"));
        }
    }
}
