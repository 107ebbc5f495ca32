package io.sluice.internal.flow;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.internal.flow.RegionTraffic.Recent;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.Regions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegionTrafficTest {
    private final RegionTraffic.Sketch sketch = new RegionTraffic.Sketch();

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    private static RegionLocation region(int number) {
        return Regions.region(String.format("%06d", number), String.format("%06d", number + 1), number % 3);
    }

    private List<String> top(int count, long now) {
        return sketch.top(count, now, Recent::weight).stream()
                .map(recent -> new String(recent.region().startKey(), ISO_8859_1))
                .toList();
    }

    @Test
    void fewRegions_areRankedWithTheirWeights() {
        for (int i = 0; i < 10; i++) {
            sketch.add(region(1), 100, 1, 0);
            sketch.add(region(2), 300, 1, 0);
        }
        List<Recent> top = sketch.top(10, 0, Recent::weight);
        assertThat(top).extracting(Recent::weight).containsExactly(3_000.0, 1_000.0);
        assertThat(top).extracting(Recent::requests).containsExactly(10.0, 10.0);
        assertThat(top.get(0).mean()).isEqualTo(300);
        assertThat(top(1, 0)).containsExactly("000002");
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void hotRegions_amongTenThousand_areFound(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> hot = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            hot.add(String.format("%06d", 900_000 + i));
        }
        for (int i = 0; i < 60_000; i++) {
            sketch.add(region(random.nextInt(10_000)), 100, 1, i);
            // A hundredth of all each.
            if (i % 33 == 0) {
                sketch.add(region(900_000 + i / 33 % 3), 100 * 33, 1, i);
            }
        }
        assertThat(top(3, 60_000)).containsExactlyInAnyOrderElementsOf(hot);
    }

    @Test
    void weights_fadeByHalfInAMinute_andGo() {
        sketch.add(region(1), 1_000, 1, 0);
        assertThat(sketch.top(1, RegionTraffic.Sketch.HALF_LIFE_NANOS, Recent::weight)
                        .get(0)
                        .weight())
                .isCloseTo(500, within(1e-6));
        assertThat(sketch.top(1, 12 * RegionTraffic.Sketch.HALF_LIFE_NANOS, Recent::weight))
                .isEmpty();
    }

    @Test
    void newHotRegion_takesTheOldOnesPlace() {
        for (int i = 0; i < 1_000; i++) {
            sketch.add(region(1), 1_000, 1, 0);
        }
        long later = 10 * RegionTraffic.Sketch.HALF_LIFE_NANOS;
        for (int i = 0; i < 100; i++) {
            sketch.add(region(2), 1_000, 1, later);
        }
        assertThat(top(2, later)).startsWith("000002");
    }

    @Test
    void movedRegion_isShownWhereItIs() {
        sketch.add(region(1), 10, 1, 0);
        sketch.add(region(1).movedTo(Regions.server(9), 2), 10, 1, 0);
        Recent only = sketch.top(10, 0, Recent::weight).get(0);
        assertThat(only.region().server()).isEqualTo(Regions.server(9));
        assertThat(only.weight()).isEqualTo(20);
    }

    @Test
    void manyRegions_keepNoMoreThanTheBuckets() {
        for (int i = 0; i < 20_000; i++) {
            sketch.add(region(i), 10, 1, 0);
        }
        assertThat(top(Integer.MAX_VALUE, 0)).hasSizeLessThanOrEqualTo(RegionTraffic.Sketch.BUCKETS);
    }
}
