package io.sluice.client.internal;

import io.sluice.ServerName;
import io.sluice.client.WarmUp;
import io.sluice.client.WarmUpReport;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.pool.PoolNumbers;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.pool.WarmUpResult;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One warm-up: looks regions up, then connects to all their servers at the same time. */
final class ConnectionWarmUp {
    private final CachingRegionLocator locator;
    private final ServerPools<?> pools;
    private final Timer timer;
    private final Clock clock;
    private final WarmUp spec;
    private final long startNanos;
    /** By server, once the servers are known. */
    private final Map<ServerName, CompletableFuture<WarmUpResult>> servers = new ConcurrentHashMap<>();

    private final CompletableFuture<WarmUpReport> report = new CompletableFuture<>();

    ConnectionWarmUp(CachingRegionLocator locator, ServerPools<?> pools, Timer timer, Clock clock, WarmUp spec) {
        this.locator = locator;
        this.pools = pools;
        this.timer = timer;
        this.clock = clock;
        this.spec = spec;
        startNanos = clock.nanoTime();
    }

    /** Starts it; to be called once. */
    CompletableFuture<WarmUpReport> start() {
        Timer.Cancellable deadline = timer.schedule(this::complete, Clock.nanosOf(spec.deadline()));
        CompletableFuture<?>[] lookups =
                spec.tables().stream().map(table -> locator.preload(table)).toArray(CompletableFuture[]::new);
        var unused = CompletableFuture.allOf(lookups)
                .thenCompose(done -> connect())
                .whenComplete((done, error) -> {
                    deadline.cancel();
                    if (error == null) {
                        complete();
                    } else {
                        report.completeExceptionally(Completions.cause(error));
                    }
                });
        return report;
    }

    private CompletableFuture<Void> connect() {
        for (ServerName server : wanted()) {
            servers.put(server, pools.warmUp(server, spec.connectionsPerServer(), spec.parallelism()));
        }
        return CompletableFuture.allOf(servers.values().toArray(CompletableFuture[]::new));
    }

    private Set<ServerName> wanted() {
        Stream<RegionMap> known = spec.tables().isEmpty()
                ? locator.known().values().stream()
                : spec.tables().stream().map(locator::regions);
        return known.flatMap(map -> map.regions().stream())
                .map(RegionLocation::server)
                .collect(Collectors.toSet());
    }

    /** Completes the report with what is known now. */
    private void complete() {
        Map<ServerName, PoolNumbers> numbers = pools.numbers();
        Map<ServerName, WarmUpReport.ServerReport> reports = new HashMap<>();
        servers.forEach((server, result) -> {
            PoolNumbers known = numbers.get(server);
            int open = known == null ? 0 : known.now().open();
            // A result is never an error.
            WarmUpResult done = result.getNow(new WarmUpResult(0, open, List.of()));
            reports.put(
                    server, new WarmUpReport.ServerReport(done.opened(), done.open(), done.errors(), result.isDone()));
        });
        report.complete(new WarmUpReport(reports, Duration.ofNanos(clock.nanoTime() - startNanos)));
    }
}
