package io.sluice.bench.connectioncycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final long[] TURNS = {7, 0, 3, 0, 100};

    @Test
    void least_someHadNone_isZero() {
        assertThat(Turns.least(TURNS)).isZero();
        assertThat(Turns.least(new long[] {4, 3, 5})).isEqualTo(3);
    }

    @Test
    void median_anyOrder_isThatInTheMiddle() {
        assertThat(Turns.median(TURNS)).isEqualTo(3);
        assertThat(Turns.median(new long[] {2, 1})).isEqualTo(2);
    }

    @Test
    void median_given_leavesTheArrayAsItIs() {
        long[] turns = {3, 1, 2};
        assertThat(Turns.median(turns)).isEqualTo(2);
        assertThat(turns).containsExactly(3, 1, 2);
    }

    @Test
    void none_someHadNone_countsThem() {
        assertThat(Turns.none(TURNS)).isEqualTo(2);
        assertThat(Turns.none(new long[] {1, 2})).isZero();
    }
}
