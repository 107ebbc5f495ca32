package io.sluice.client.internal.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.TableName;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What is added up over all mutators and pools, kept for as long as one scrape takes: with a thousand servers each of its
 * gauges would add up everything again.
 */
final class Reading {
    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

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
            known = new Sums(now, view.tables(), view.windows(), view.pools());
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

    /** A number of a server's pool; 0 if it has none. */
    double pool(String address, ToDoubleFunction<PoolNumbers> number) {
        PoolNumbers pool = sums().pools().get(address);
        return pool == null ? 0 : number.applyAsDouble(pool);
    }
}
