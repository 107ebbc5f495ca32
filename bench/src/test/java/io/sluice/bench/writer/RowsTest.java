package io.sluice.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RowsTest {
    private static final int ROWS = 16_000;

    @Test
    void row_ofManyNumbers_isUniqueAndEvenOverRegions() {
        TreeSet<byte[]> rows = new TreeSet<>(Arrays::compareUnsigned);
        LongStream.range(0, ROWS).mapToObj(Rows::row).forEach(rows::add);
        assertThat(rows).hasSize(ROWS);

        List<byte[]> splits = Rows.splitKeys();
        assertThat(splits).hasSize(Rows.REGIONS - 1).isSortedAccordingTo(Arrays::compareUnsigned);
        byte[] start = new byte[0];
        for (byte[] split : splits) {
            assertThat(rows.subSet(start, split)).hasSizeBetween(900, 1_100);
            start = split;
        }
        assertThat(rows.tailSet(start)).hasSizeBetween(900, 1_100);
    }

    @Test
    void row_endsWithTheNumber() {
        assertThat(Rows.row(0x0102)).hasSize(16).endsWith(0, 0, 0, 0, 0, 0, 1, 2);
    }
}
