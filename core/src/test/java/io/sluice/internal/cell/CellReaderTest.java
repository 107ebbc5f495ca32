package io.sluice.internal.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CellReaderTest {

    private static final byte[] CELL = TestCells.cell("row", "fam", "qual", 77, 12, "value");

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 4);
    }

    @Test
    void next_twoCells_readsAllParts() {
        byte[] second = TestCells.cell("s", "g", "", Long.MAX_VALUE, 4, "");
        byte[] block = TestCells.block(new byte[3], CELL, second, new byte[2]);
        CellReader reader = new CellReader(block, 3, CELL.length + second.length);
        assertThat(reader.next()).isTrue();
        assertThat(text(block, reader.rowOffset(), reader.rowLength())).isEqualTo("row");
        assertThat(text(block, reader.familyOffset(), reader.familyLength())).isEqualTo("fam");
        assertThat(text(block, reader.qualifierOffset(), reader.qualifierLength()))
                .isEqualTo("qual");
        assertThat(text(block, reader.valueOffset(), reader.valueLength())).isEqualTo("value");
        assertThat(reader.timestamp()).isEqualTo(77);
        assertThat(reader.typeCode()).isEqualTo((byte) 12);
        assertThat(reader.cellOffset()).isEqualTo(3);
        assertThat(reader.encodedSize()).isEqualTo(CELL.length);
        assertThat(reader.array()).isSameAs(block);
        assertThat(reader.next()).isTrue();
        assertThat(text(block, reader.rowOffset(), reader.rowLength())).isEqualTo("s");
        assertThat(reader.qualifierLength()).isZero();
        assertThat(reader.valueLength()).isZero();
        assertThat(reader.timestamp()).isEqualTo(Long.MAX_VALUE);
        assertThat(reader.next()).isFalse();
        assertThat(reader.next()).isFalse();
        reader.reset(CELL, 0, CELL.length);
        assertThat(reader.next()).isTrue();
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    @Test
    void count_isMinusOne_unlessACellEndsAtTheEnd() {
        byte[] block = TestCells.block(new byte[3], CELL, CELL, new byte[CELL.length]);
        assertThat(CellReader.count(block, 3, 0)).isZero();
        assertThat(CellReader.count(block, 3, CELL.length)).isOne();
        assertThat(CellReader.count(block, 3, 2 * CELL.length)).isEqualTo(2);
        for (int length = 1; length < 3 * CELL.length; length++) {
            int cells = CellReader.count(block, 3, length);
            assertThat(cells)
                    .isEqualTo(length <= 2 * CELL.length && length % CELL.length == 0 ? length / CELL.length : -1);
        }
    }

    static IntStream truncations() {
        return IntStream.range(1, CELL.length);
    }

    @ParameterizedTest
    @MethodSource("truncations")
    void next_truncatedAnywhere_refusedWithOffset(int length) {
        byte[] block = TestCells.block(CELL, CELL);
        CellReader reader = new CellReader(block, 0, CELL.length + length);
        assertThat(reader.next()).isTrue();
        assertThatIllegalStateException().isThrownBy(reader::next).withMessageContaining("offset " + CELL.length + ":");
        assertThatIllegalStateException().isThrownBy(reader::next);
    }

    @Test
    void next_lengthsThatDisagree_refusedWithNumbers() {
        assertDamaged(0, 4, CELL.length - 4 + 1, "cell length");
        assertDamaged(0, 4, CELL.length - 4 - 1, "cell length");
        assertDamaged(0, 4, -1, "cell length -1");
        assertDamaged(0, 4, 0, "cell length 0");
        assertDamaged(4, 4, 1, "key length 1");
        assertDamaged(4, 4, Integer.MIN_VALUE, "key length -2147483648");
        assertDamaged(8, 4, 6, "value length 6");
        assertDamaged(8, 4, 4, "value length 4");
        assertDamaged(8, 4, -1, "value length -1");
        assertDamaged(12, 2, 0, "row length 0");
        assertDamaged(12, 2, -1, "row length -1");
        assertDamaged(12, 2, 32_767, "row length 32767");
        assertDamaged(17, 1, 0, "family length 0");
        assertDamaged(17, 1, -1, "family length -1");
        assertDamaged(17, 1, 8, "family length 8");
    }

    @Test
    void next_keyAndValueLengthThatCancelOut_refused() {
        byte[] bytes = CELL.clone();
        int keyLength = Bytes.toInt(bytes, 4);
        int valueLength = Bytes.toInt(bytes, 8);
        Bytes.putInt(bytes, 4, keyLength + valueLength + 1);
        Bytes.putInt(bytes, 8, -1);
        assertThatIllegalStateException().isThrownBy(new CellReader(bytes, 0, bytes.length)::next);
        Bytes.putInt(bytes, 4, Integer.MAX_VALUE);
        Bytes.putInt(bytes, 8, keyLength + valueLength - Integer.MAX_VALUE);
        assertThatIllegalStateException().isThrownBy(new CellReader(bytes, 0, bytes.length)::next);
    }

    private static void assertDamaged(int offset, int width, int number, String shown) {
        byte[] bytes = TestCells.block(CELL, CELL);
        switch (width) {
            case 1 -> bytes[offset] = (byte) number;
            case 2 -> Bytes.putShort(bytes, offset, (short) number);
            default -> Bytes.putInt(bytes, offset, number);
        }
        CellReader reader = new CellReader(bytes, 0, bytes.length);
        assertThatIllegalStateException()
                .isThrownBy(reader::next)
                .withMessageContaining("offset 0:")
                .withMessageContaining(shown);
    }

    @Test
    void reset_rangeOutsideTheArray_refused() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> new CellReader(CELL, 1, CELL.length));
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void next_randomDamage_refusedOrStaysInsideTheRange(long seed) {
        Random random = new Random(seed);
        byte[] clean = TestCells.block(CELL, TestCells.cell("r", "f", "", 0, 4, ""), CELL);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = clean.clone();
            for (int damages = 1 + random.nextInt(3); damages > 0; damages--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] before = bytes.clone();
            CellReader reader = new CellReader(bytes, 0, bytes.length);
            int end = 0;
            try {
                while (reader.next()) {
                    assertThat(reader.cellOffset())
                            .as("seed %s, round %s", seed, i)
                            .isEqualTo(end);
                    end = reader.cellOffset() + reader.encodedSize();
                    assertThat(reader.valueOffset() + reader.valueLength()).isEqualTo(end);
                    assertThat(reader.rowLength()).isBetween(1, CellEncoder.MAX_ROW_LENGTH);
                    assertThat(reader.familyLength()).isBetween(1, CellEncoder.MAX_FAMILY_LENGTH);
                    assertThat(reader.qualifierLength()).isNotNegative();
                }
                assertThat(end).isEqualTo(bytes.length);
            } catch (IllegalStateException e) {
                refused++;
            }
            assertThat(Arrays.equals(bytes, before)).isTrue();
        }
        assertThat(refused).isGreaterThan(1_000);
    }
}
