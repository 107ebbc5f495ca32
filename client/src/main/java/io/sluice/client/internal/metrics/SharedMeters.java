package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.Tags;
import io.sluice.internal.metrics.HistogramReader;
import io.sluice.internal.metrics.LookupNumbers;
import java.util.Objects;

/** The meters of what all tables and servers share. */
final class SharedMeters {
    private SharedMeters() {}

    static void register(MeterSet meters, ClientView view) {
        meters.gauge(MeterName.BUDGET_USED, () -> view.budget().usedBytes());
        meters.gauge(MeterName.BUDGET_LIMIT, () -> view.budget().limitBytes());
        meters.gauge(MeterName.BUDGET_WAITERS, () -> view.budget().waiters());
        meters.counter(MeterName.BLOCKS_ALLOCATED, () -> view.blocks().made());
        meters.gauge(MeterName.BLOCKS_POOLED, () -> view.blocks().pooled());
        meters.gauge(MeterName.BLOCKS_IN_USE, () -> view.blocks().inUse());
        meters.gauge(MeterName.BLOCK_SIZE, () -> view.blocks().bytesOfOne());
        for (int loop = 0; loop < view.eventLoops(); loop++) {
            int number = loop;
            meters.gauge(
                    MeterName.EVENT_LOOP_PENDING,
                    Tags.of("loop", Integer.toString(loop + 1)),
                    () -> view.pendingTasks(number));
        }
        LookupNumbers lookups = view.numbers().lookups();
        meters.counter(MeterName.REGION_CACHE_HITS, lookups::hits);
        meters.counter(MeterName.REGION_CACHE_MISSES, lookups::misses);
        meters.counter(MeterName.REGION_CACHE_LOAD_FAILURES, lookups::failures);
        meters.gauge(MeterName.REGION_CACHE_SIZE, view::cachedRegions);
        HistogramReader unused = meters.times(
                MeterName.REGION_CACHE_LOAD,
                MeterName.REGION_CACHE_LOAD_PERCENTILE,
                Objects.requireNonNull(lookups.loadTime(), "made before it is read"));
    }
}
