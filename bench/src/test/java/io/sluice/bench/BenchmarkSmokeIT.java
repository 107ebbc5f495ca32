package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.allocator.AllocatorBenchmark;
import io.sluice.bench.allocator.BlockContender;
import io.sluice.bench.allocator.FreeList;
import io.sluice.bench.grouping.FloorBenchmark;
import io.sluice.bench.grouping.GroupingBenchmark;
import io.sluice.bench.grouping.LocateBenchmark;
import io.sluice.bench.grouping.RegionCacheContender;
import io.sluice.bench.mutator.MutatorBenchmark;
import io.sluice.bench.mutator.MutatorContender;
import io.sluice.bench.put.PutBenchmark;
import io.sluice.bench.put.PutContender;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Measured;
import io.sluice.bench.run.Plan;
import io.sluice.bench.run.Samples;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Mode;

/** Runs every benchmark for every contender for about a tenth of a second: that it gives a result, not which. */
class BenchmarkSmokeIT {
    private static final int THREADS = 2;

    @ParameterizedTest
    @EnumSource
    void putBenchmark_contender_givesResult(PutContender contender) {
        assertGivesResult(PutBenchmark.class, Map.of("contender", contender.name()));
    }

    @ParameterizedTest
    @EnumSource
    void mutatorBenchmark_contender_givesResult(MutatorContender contender) {
        assertGivesResult(
                MutatorBenchmark.class,
                Map.of("contender", contender.name(), "maxMutations", "100", "blockMillis", "1"));
    }

    @ParameterizedTest
    @EnumSource
    void allocatorBenchmark_contender_givesResult(BlockContender contender) {
        assertGivesResult(
                AllocatorBenchmark.class,
                Map.of("contender", contender.name(), "blockBytes", "1024", "freeList", FreeList.SMALL.name()));
    }

    @Test
    void jvmsInTurns_severalPlans_giveAMeasurementOfEachInTheirOrder() {
        List<Measured> measured = new JmhSession(Effort.SMOKE, Samples.notKept())
                .run(Stream.of(PutContender.values())
                        .map(contender -> new Plan(
                                PutBenchmark.class,
                                Mode.AverageTime,
                                TimeUnit.NANOSECONDS,
                                1,
                                Map.of("contender", contender.name())))
                        .toList());
        assertThat(measured).hasSize(PutContender.values().length);
        assertThat(measured)
                .allSatisfy(one ->
                        assertThat(one.score().samples()).hasSize(Effort.SMOKE.jvms() * Effort.SMOKE.iterations()));
    }

    @Test
    void groupingBenchmark_fewRegions_givesResult() {
        assertGivesResult(
                GroupingBenchmark.class, Map.of("servers", "3", "regions", "40", "skewed", "true"), /* threads= */ 1);
    }

    @Test
    void floorOfGrouping_fewRegions_givesResult() {
        assertGivesResult(
                FloorBenchmark.class, Map.of("servers", "3", "regions", "40", "skewed", "true"), /* threads= */ 1);
    }

    @ParameterizedTest
    @EnumSource
    void locateBenchmark_contender_givesResult(RegionCacheContender contender) {
        assertGivesResult(
                LocateBenchmark.class,
                Map.of("contender", contender.name(), "servers", "3", "regions", "40", "skewed", "false"));
    }

    private static void assertGivesResult(Class<?> benchmark, Map<String, String> parameters) {
        assertGivesResult(benchmark, parameters, THREADS);
    }

    private static void assertGivesResult(Class<?> benchmark, Map<String, String> parameters, int threads) {
        Measured measured = new JmhSession(Effort.SMOKE, Samples.notKept())
                .run(new Plan(benchmark, Mode.Throughput, TimeUnit.MILLISECONDS, threads, parameters));
        assertThat(measured.score().middle()).as("calls per ms").isPositive().isFinite();
        assertThat(measured.bytes().middle())
                .as("bytes per call")
                .isNotNegative()
                .isFinite();
    }
}
