package io.sluice.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CellChecksumTest {
    @Test
    void sum_anyOrder_same() {
        assertThat(sum("r1,f,q,v", "r2,f,q,w")).isEqualTo(sum("r2,f,q,w", "r1,f,q,v"));
    }

    @Test
    void sum_byteMovedToTheNextPart_differs() {
        assertThat(sum("r1,f,q,v")).isNotEqualTo(sum("r,1f,q,v"));
    }

    @Test
    void sum_emptyQualifierAndEmptyValue_differ() {
        assertThat(sum("r,f,x,")).isNotEqualTo(sum("r,f,,x"));
    }

    @Test
    void sum_twiceTheSameCell_isNotOnce() {
        assertThat(sum("r,f,q,v", "r,f,q,v")).isNotEqualTo(sum("r,f,q,v")).isNotZero();
    }

    @Test
    void sum_longPart_countsAllFourBytesOfItsLength() {
        CellChecksum sum = new CellChecksum();
        byte[] large = new byte[0x01020304];
        sum.begin();
        sum.part(large, 0, large.length);
        sum.end();
        java.util.zip.CRC32C expected = new java.util.zip.CRC32C();
        expected.update(new byte[] {1, 2, 3, 4});
        expected.update(large);
        assertThat(sum.sum()).isEqualTo(expected.getValue());
    }

    private static long sum(String... cells) {
        CellChecksum checksum = new CellChecksum();
        for (String cell : cells) {
            String[] parts = cell.split(",", -1);
            checksum.add(
                    parts[0].getBytes(UTF_8),
                    parts[1].getBytes(UTF_8),
                    parts[2].getBytes(UTF_8),
                    parts[3].getBytes(UTF_8));
        }
        return checksum.sum();
    }
}
