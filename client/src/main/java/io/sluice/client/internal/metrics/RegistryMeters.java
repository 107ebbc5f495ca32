package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.internal.metrics.Causes;
import io.sluice.internal.metrics.HistogramReader;
import io.sluice.internal.metrics.LookupNumbers;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.pool.CloseReason;
import io.sluice.internal.pool.PoolNumbers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** All meters of a connection in one registry. Used under the lock of {@link ConnectionMetrics}. */
final class RegistryMeters {
    private final ClientView view;
    private final Reading reading;
    private final MeterSet shared;
    private final Map<TableName, MeterSet> tables = new HashMap<>();
    /** By identity: a server that was forgotten and has come back has other numbers. */
    private final Map<ServerNumbers, MeterSet> servers = new HashMap<>();

    RegistryMeters(MeterRegistry registry, ClientView view, Reading reading, String connection) {
        this.view = view;
        this.reading = reading;
        shared = new MeterSet(registry, Tags.of("connection", connection));
    }

    /** Registers the meters of what all tables and servers share. */
    void register() {
        shared.gauge(MeterName.BUDGET_USED, () -> view.budget().usedBytes());
        shared.gauge(MeterName.BUDGET_LIMIT, () -> view.budget().limitBytes());
        shared.gauge(MeterName.BUDGET_WAITERS, () -> view.budget().waiters());
        shared.counter(MeterName.BLOCKS_ALLOCATED, () -> view.blocks().made());
        shared.gauge(MeterName.BLOCKS_POOLED, () -> view.blocks().pooled());
        shared.gauge(MeterName.BLOCKS_IN_USE, () -> view.blocks().inUse());
        shared.gauge(MeterName.BLOCK_SIZE, () -> view.blocks().bytesOfOne());
        for (int loop = 0; loop < view.eventLoops(); loop++) {
            int number = loop;
            shared.gauge(
                    MeterName.EVENT_LOOP_PENDING,
                    Tags.of("loop", Integer.toString(loop + 1)),
                    () -> view.pendingTasks(number));
        }
        LookupNumbers lookups = view.numbers().lookups();
        shared.counter(MeterName.REGION_CACHE_HITS, lookups::hits);
        shared.counter(MeterName.REGION_CACHE_MISSES, lookups::misses);
        shared.counter(MeterName.REGION_CACHE_LOAD_FAILURES, lookups::failures);
        shared.gauge(MeterName.REGION_CACHE_SIZE, view::cachedRegions);
        HistogramReader unused = shared.times(
                MeterName.REGION_CACHE_LOAD,
                MeterName.REGION_CACHE_LOAD_PERCENTILE,
                Objects.requireNonNull(lookups.loadTime(), "made before it is read"));
    }

    /** Registers what is new and removes what is gone. */
    void update() {
        Set<ServerNumbers> known = new HashSet<>(view.numbers().servers());
        servers.entrySet().removeIf(server -> {
            boolean gone = !known.contains(server.getKey());
            if (gone) {
                server.getValue().remove();
            }
            return gone;
        });
        for (ServerNumbers server : known) {
            if (!servers.containsKey(server)) {
                MeterSet meters = shared.with("server", server.address());
                servers.put(server, meters);
                registerServer(meters, server);
            }
        }
        for (TableNumbers table : view.numbers().tables()) {
            if (!tables.containsKey(table.table())) {
                MeterSet meters = shared.with("table", table.table().getNameAsString());
                tables.put(table.table(), meters);
                registerTable(meters, table);
            }
        }
    }

    private void registerTable(MeterSet meters, TableNumbers numbers) {
        TableName table = numbers.table();
        meters.counter(MeterName.MUTATIONS_ACCEPTED, () -> numbers.accepted(() -> view.buffered(table)));
        meters.counter(MeterName.MUTATIONS_ACKNOWLEDGED, numbers::acknowledged);
        meters.counter(MeterName.MUTATIONS_REJECTED, numbers::rejected);
        for (String cause : Causes.names()) {
            Tags tags = Tags.of("cause", cause);
            meters.counter(
                    MeterName.MUTATIONS_FAILED, tags, () -> numbers.failed().count(cause));
            meters.counter(
                    MeterName.MUTATIONS_RETRIED, tags, () -> numbers.retried().count(cause));
        }
        for (FlushReason reason : FlushReason.values()) {
            Tags tags = Tags.of("reason", reason.name().toLowerCase(Locale.ROOT));
            meters.counter(MeterName.FLUSHES, tags, () -> numbers.flushes(reason));
        }
        meters.counter(MeterName.FLUSHED, numbers::flushedBytes);
        meters.counter(MeterName.REQUESTS, numbers::requests);
        meters.counter(MeterName.REQUEST_MUTATIONS, numbers::requestMutations);
        meters.counter(MeterName.REQUEST_SIZE, numbers::requestBytes);
        meters.gauge(MeterName.MUTATIONS_PENDING, () -> reading.table(table).pending());
        meters.gauge(MeterName.MUTATORS, () -> reading.table(table).mutators());
        meters.gauge(MeterName.BUFFER_MUTATIONS, () -> reading.table(table).buffered());
        meters.gauge(MeterName.BUFFER_USED, () -> reading.table(table).bufferedBytes());
        registerDistributions(meters, Objects.requireNonNull(numbers.distributions(), "made before they are read"));
    }

    private static void registerDistributions(MeterSet meters, TableNumbers.Distributions of) {
        HistogramReader latency =
                meters.times(MeterName.MUTATION_LATENCY, MeterName.MUTATION_LATENCY_PERCENTILE, of.latency());
        meters.buckets(MeterName.MUTATION_LATENCY_BUCKETS, latency);
        HistogramReader unused = meters.times(MeterName.ROOM_WAIT, MeterName.ROOM_WAIT_PERCENTILE, of.roomWait());
        meters.percentiles(MeterName.BATCH_MUTATIONS_PERCENTILE, of.batchMutations());
        meters.percentiles(MeterName.BATCH_SIZE_PERCENTILE, of.batchBytes());
        meters.percentiles(MeterName.REQUEST_MUTATIONS_PERCENTILE, of.requestMutations());
        meters.percentiles(MeterName.REQUEST_SIZE_PERCENTILE, of.requestBytes());
    }

    private void registerServer(MeterSet meters, ServerNumbers numbers) {
        HistogramReader unused = meters.times(
                MeterName.RPC_TIME,
                MeterName.RPC_TIME_PERCENTILE,
                Objects.requireNonNull(numbers.rpcTime(), "made before it is read"));
        meters.counter(MeterName.WIRE_SENT, numbers::sentBytes);
        meters.counter(MeterName.WIRE_RECEIVED, numbers::receivedBytes);
        String address = numbers.address();
        meters.gauge(MeterName.WINDOW_SIZE, () -> reading.window(address).size());
        meters.gauge(MeterName.WINDOW_IN_FLIGHT, () -> reading.window(address).inFlight());
        meters.gauge(MeterName.WINDOW_WAITING, () -> reading.window(address).waiting());
        registerPool(new PoolMeters(meters, address));
    }

    private static void registerPool(PoolMeters meters) {
        meters.gauge(MeterName.RPC_IN_FLIGHT, pool -> pool.now().leases());
        meters.gauge(MeterName.POOL_SIZE, pool -> pool.now().size());
        meters.gauge(MeterName.POOL_IDLE, pool -> pool.now().idle());
        meters.gauge(MeterName.POOL_LEASED, pool -> pool.now().leased());
        meters.gauge(MeterName.POOL_CONNECTING, pool -> pool.now().connecting());
        meters.gauge(MeterName.POOL_PENDING, pool -> pool.now().pending());
        meters.gauge(MeterName.POOL_UNREACHABLE, pool -> pool.now().paused());
        meters.timer(
                MeterName.POOL_ACQUIRE,
                pool -> pool.acquires().count(),
                pool -> pool.acquires().waitNanos());
        meters.timer(
                MeterName.POOL_USAGE,
                pool -> pool.acquires().count(),
                pool -> pool.acquires().usedNanos());
        meters.timer(
                MeterName.POOL_CONNECT,
                pool -> pool.connects().opened(),
                pool -> pool.connects().nanos());
        meters.counter(
                MeterName.POOL_ACQUIRE_WAITED,
                Tags.empty(),
                pool -> pool.acquires().waited());
        meters.counter(
                MeterName.POOL_ACQUIRE_TIMEOUTS,
                Tags.empty(),
                pool -> pool.acquires().timeouts());
        meters.counter(
                MeterName.POOL_ACQUIRE_REFUSED,
                Tags.empty(),
                pool -> pool.acquires().refused());
        meters.counter(
                MeterName.POOL_CONNECT_FAILURES,
                Tags.empty(),
                pool -> pool.connects().failed());
        meters.counter(
                MeterName.POOL_LEAKS, Tags.empty(), pool -> pool.acquires().leaks());
        for (CloseReason reason : CloseReason.values()) {
            Tags tags = Tags.of("reason", reason.name().toLowerCase(Locale.ROOT));
            meters.counter(MeterName.POOL_CLOSED, tags, pool -> pool.closed().getOrDefault(reason, 0L));
        }
    }

    /** Takes all meters out of the registry. */
    void remove() {
        shared.remove();
        tables.values().forEach(MeterSet::remove);
        servers.values().forEach(MeterSet::remove);
        tables.clear();
        servers.clear();
    }

    /** Numbers of a server's pool as meters. */
    private final class PoolMeters {
        private final MeterSet meters;
        private final String address;

        PoolMeters(MeterSet meters, String address) {
            this.meters = meters;
            this.address = address;
        }

        void gauge(MeterName name, ToDoubleFunction<PoolNumbers> number) {
            meters.gauge(name, () -> reading.pool(address, number));
        }

        void counter(MeterName name, Tags tags, ToDoubleFunction<PoolNumbers> number) {
            meters.counter(name, tags, () -> (long) reading.pool(address, number));
        }

        void timer(MeterName name, ToDoubleFunction<PoolNumbers> count, ToDoubleFunction<PoolNumbers> nanos) {
            meters.timer(name, () -> (long) reading.pool(address, count), () -> reading.pool(address, nanos));
        }
    }
}
