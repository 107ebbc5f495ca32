package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Ordering;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.retry.RetryPolicy;
import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitedLogTest {
    private final ManualTime time = new ManualTime();
    private final List<String> lines = new ArrayList<>();
    private final RateLimitedLog warnings = new RateLimitedLog(time, lines::add);

    @Test
    void warn_theSameAgain_isCountedUntilItsTimeHasCome() {
        warnings.warn("a", () -> "one");
        warnings.warn("a", () -> "two");
        warnings.warn("b", () -> "other");
        time.advance(RateLimitedLog.INTERVAL_NANOS - 1);
        warnings.warn("a", () -> "three");
        assertThat(lines).containsExactly("one", "other");
        time.advance(1);
        warnings.warn("a", () -> "four");
        assertThat(lines).containsExactly("one", "other", "four (2 more such warnings were left out)");
    }

    @Test
    void warn_manySubjects_areForgottenAtSomePoint() {
        for (int i = 0; i < 10_000; i++) {
            String about = "subject " + i;
            warnings.warn(about, () -> about);
        }
        assertThat(lines).hasSize(10_000);
    }

    @Test
    void outage_ofManyBatches_isOneLineForItsTime() {
        DispatcherFixture fixture = new DispatcherFixture();
        fixture.sender.script(request -> ServerBatchResult.failed(new RegionTooBusyException("busy"), false));
        DispatchSettings settings = new DispatchSettings(
                Ordering.NONE, 1 << 20, 100, new RetryPolicy(5, 1, 1, () -> 0), 1_000, 1_000_000, 1, Map.of());
        RateLimitedLog log = new RateLimitedLog(fixture.time, lines::add);
        Settler settler = new Settler(
                fixture.locator,
                fixture.time,
                fixture.time,
                fixture.limits,
                settings,
                fixture.stats,
                new Completer(null, fixture.stats, log),
                log);
        assertThat(fixture.locator.preload(io.sluice.internal.locate.Regions.TABLE))
                .isCompleted();
        for (int i = 0; i < 100; i++) {
            Filled filled = fixture.puts("a");
            filled.batch().handOver(fixture.time.nanoTime(), 1_000_000);
            RegionMap map = fixture.locator.regions(Regions.TABLE);
            ServerBatch request = new RegionGrouper(filled.batch(), null, map, settings, fixture.limits)
                    .group()
                    .get(0);
            assertThat(settler.settle(request, ServerBatchResult.failed(new RegionTooBusyException("busy"), false)))
                    .hasSize(1);
        }
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains("1 mutations of table 't' failed on attempt 1 at rs0");
    }
}
