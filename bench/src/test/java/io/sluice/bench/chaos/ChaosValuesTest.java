package io.sluice.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChaosValuesTest {
    private static final int NUMBERS = 20_000;

    private static int[] sizes(ChaosValues values) {
        return IntStream.range(0, NUMBERS)
                .map(number -> values.of(1, number).length)
                .toArray();
    }

    @Test
    void of_sameSeedWriterAndNumber_isTheSame() {
        byte[] value = new ChaosValues(9, NUMBERS).of(1, 77);
        assertThat(new ChaosValues(9, NUMBERS).of(1, 77)).isEqualTo(value);
        assertThat(new ChaosValues(9, NUMBERS).of(2, 77)).isNotEqualTo(value);
        assertThat(new ChaosValues(10, NUMBERS).of(1, 77)).isNotEqualTo(value);
        assertThat(ChaosValues.number(value)).isEqualTo(77);
        assertThat(ChaosValues.number(new byte[3])).isNegative();
    }

    @Test
    void of_manyNumbers_areMostlySmallAndSometimesLarge() {
        int[] sizes = sizes(new ChaosValues(1, NUMBERS));
        assertThat(sizes)
                .matches(all -> IntStream.of(all)
                        .allMatch(size -> size >= ChaosValues.FEWEST_BYTES && size <= ChaosValues.MOST_BYTES));
        assertThat(IntStream.of(sizes).filter(size -> size <= 100).count()).isGreaterThan(NUMBERS * 8L / 10);
        assertThat(IntStream.of(sizes).max().orElse(0)).isGreaterThan(1_000_000);
    }

    @Test
    void of_longRun_isNotManyLargeOnes() {
        // As many as in a day at 2,000 a second.
        long large = IntStream.of(sizes(new ChaosValues(1, 172_800_000)))
                .filter(size -> size > 64_000)
                .count();
        assertThat(large).isLessThanOrEqualTo(1);
    }
}
