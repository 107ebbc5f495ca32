package io.sluice.client.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.TableName;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is added up over all mutators and pools, kept for as long as one scrape takes: with a thousand servers each of its
 * gauges would add up everything again.
 */
final class Reading {
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final PoolNumbers NO_POOL = new PoolNumbers(
            new PoolNumbers.Now(0, 0, 0, 0, 0, 0),
            new PoolNumbers.Acquires(0, 0, 0, 0, 0, 0, 0, 0),
            new PoolNumbers.Connects(0, 0, 0, 0),
            Map.of());

    private final ClientView view;

    @GuardedBy("this") private @Nullable Sums sums;

    private record Sums(
            long nanos,
            Map<TableName, TableNow> tables,
            Map<String, ClientView.Window> windows,
            Map<String, PoolNumbers> pools) {}

    Reading(ClientView view) {
        this.view = view;
    }

    private synchronized Sums sums() {
        Sums known = sums;
        long now = System.nanoTime();
        if (known == null || now - known.nanos() > KEPT_NANOS) {
            known = new Sums(
                    now, view.tables().get(), view.windows().get(), view.pools().get());
            sums = known;
        }
        return known;
    }

    TableNow table(TableName table) {
        return sums().tables().getOrDefault(table, TableNow.NONE);
    }

    ClientView.Window window(String address) {
        return sums().windows().getOrDefault(address, ClientView.Window.NONE);
    }

    PoolNumbers pool(String address) {
        return sums().pools().getOrDefault(address, NO_POOL);
    }
}
