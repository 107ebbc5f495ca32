package io.sluice.internal.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class CellEncoderTest {

    @Test
    void write_goldenCell_givesGoldenBytes() {
        byte[] bytes = TestCells.cell("r1", "f", "q", Long.MAX_VALUE, 4, "v");
        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("00000019" + "00000010" + "00000001" + "0002" + "7231" + "01" + "66" + "71"
                        + "7fffffffffffffff" + "04" + "76");
    }

    @Test
    void encodedSize_limits_areExact() {
        assertThat(CellEncoder.encodedSize(1, 1, 0, 0)).isEqualTo(26);
        assertThat(CellEncoder.encodedSize(32_767, 127, 5, 6)).isEqualTo(24 + 32_767 + 127 + 11);
        int most = CellEncoder.MAX_ENCODED_BYTES - 26;
        assertThat(CellEncoder.encodedSize(1, 1, 0, most)).isEqualTo(CellEncoder.MAX_ENCODED_BYTES);
        assertRefused(1, 1, 0, most + 1);
        assertRefused(1, 1, most + 1, 0);
        assertRefused(1, 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void encodedSize_lengthThatCannotBeWritten_refused() {
        assertRefused(0, 1, 0, 0);
        assertRefused(-1, 1, 0, 0);
        assertRefused(32_768, 1, 0, 0);
        assertRefused(1, 0, 0, 0);
        assertRefused(1, 128, 0, 0);
        assertRefused(1, 1, -1, 0);
        assertRefused(1, 1, 0, -1);
    }

    private static void assertRefused(int row, int family, int qualifier, int value) {
        assertThatIllegalArgumentException().isThrownBy(() -> CellEncoder.encodedSize(row, family, qualifier, value));
    }

    @Test
    void writeBuffer_slice_copiesWhatRemainsAndLeavesThePosition() {
        ByteBuffer source = ByteBuffer.wrap(new byte[] {0, 1, 2, 3, 4}, 1, 3);
        byte[] destination = new byte[5];
        assertThat(CellEncoder.writeBuffer(destination, 2, source)).isEqualTo(5);
        assertThat(destination).containsExactly(0, 0, 1, 2, 3);
        assertThat(source.remaining()).isEqualTo(3);
    }
}
