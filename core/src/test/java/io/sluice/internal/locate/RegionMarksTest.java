package io.sluice.internal.locate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegionMarksTest {
    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void anyMarks_anyNumber_isFoundAsByLookingAtEach(long seed) {
        Random random = new Random(seed);
        long[] marks = marks(random);
        RegionMarks index = new RegionMarks(marks.clone());
        for (int i = 0; i < 200; i++) {
            long number = marks.length > 0 && random.nextBoolean()
                    ? marks[random.nextInt(marks.length)] + random.nextInt(3) - 1
                    : random.nextLong();
            assertThat(index.lastAtMost(number)).as("of %d", number).isEqualTo(lookAtEach(marks, number));
        }
    }

    /** Spread over all numbers, in a few places, or next to each other; often with equal ones and the outermost. */
    private static long[] marks(Random random) {
        int count = random.nextInt(40);
        int shape = random.nextInt(3);
        long middle = random.nextLong();
        return LongStream.generate(() -> switch (shape) {
                    case 0 -> random.nextInt(8) == 0 ? outermost(random) : random.nextLong();
                    case 1 -> random.nextLong() & 0xf000_0000_0000_000fL;
                    default -> middle + random.nextInt(30);
                })
                .limit(count)
                .sorted()
                .toArray();
    }

    private static long outermost(Random random) {
        return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static int lookAtEach(long[] marks, long number) {
        int last = -1;
        for (int i = 0; i < marks.length; i++) {
            last = marks[i] <= number ? i : last;
        }
        return last;
    }

    @Test
    void none_nothingIsFound() {
        assertThat(new RegionMarks(new long[0]).lastAtMost(Long.MAX_VALUE)).isEqualTo(-1);
    }
}
