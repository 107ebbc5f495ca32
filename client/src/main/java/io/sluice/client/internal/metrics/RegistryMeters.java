package io.sluice.client.internal.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sluice.FlushReason;
import io.sluice.TableName;
import io.sluice.client.internal.metrics.ClientView.Window;
import io.sluice.internal.metrics.Causes;
import io.sluice.internal.metrics.HistogramReader;
import io.sluice.internal.metrics.LookupNumbers;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.metrics.TableNumbers;
import io.sluice.internal.pool.CloseReason;
import io.sluice.internal.pool.PoolNumbers;
import io.sluice.internal.pool.PoolNumbers.Acquires;
import io.sluice.internal.pool.PoolNumbers.Connects;
import io.sluice.internal.pool.PoolNumbers.Now;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** All meters of a connection in one registry. Used under the lock of {@link ConnectionMetrics}. */
final class RegistryMeters {
    private final ClientView view;
    private final MeterSet shared;
    private final Map<TableName, MeterSet> tables = new HashMap<>();
    /** By identity: a server that was forgotten and has returned has new numbers. */
    private final Map<ServerNumbers, MeterSet> servers = new HashMap<>();

    RegistryMeters(MeterRegistry registry, ClientView view, String connection) {
        this.view = view;
        shared = new MeterSet(registry, Tags.of("connection", connection));
    }

    /** Registers the meters that do not belong to a table or server. */
    void register() {
        MeterSet bytes = shared.ofBytes();
        bytes.gauge("sluice.budget.used", "Bytes of the memory budget in use", view.budgetUsed());
        bytes.gauge("sluice.budget.limit", "The memory budget", view::budgetBytes);
        shared.gauge("sluice.budget.waiters", "Threads that wait for room in the budget", view.budgetWaiters());
        shared.counter("sluice.blocks.allocated", "Blocks of memory that were made", view.blocksMade());
        shared.gauge("sluice.blocks.pooled", "Blocks of memory that are kept for later", view.blocksFree());
        shared.gauge("sluice.blocks.in.use", "Blocks of memory in use", view.blocksInUse());
        bytes.gauge("sluice.block.size", "Bytes of a block", view::blockBytes);
        for (int loop = 0; loop < view.eventLoops(); loop++) {
            int number = loop;
            shared.tagged("loop", Integer.toString(loop + 1))
                    .gauge(
                            "sluice.event.loop.pending",
                            "Tasks that wait for an event loop",
                            () -> view.pendingTasks().applyAsInt(number));
        }
        LookupNumbers lookups = view.numbers().lookups();
        shared.counter(
                "sluice.region.cache.hits",
                "Mutations whose region was known when they were to be sent",
                lookups.hits::sum);
        shared.counter("sluice.region.cache.misses", "Mutations whose region was not known", lookups.misses::sum);
        shared.counter(
                "sluice.region.cache.load.failures", "Look-ups in hbase:meta that failed", lookups.failures::sum);
        shared.gauge("sluice.region.cache.size", "Regions whose location is known", view.cachedRegions());
        HistogramReader unused = shared.times(
                "sluice.region.cache.load",
                "Time of look-ups in hbase:meta",
                Objects.requireNonNull(lookups.loadTime(), "made before it is read"));
    }

    /** Registers the meters of new tables and servers, and removes those of forgotten servers. */
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
            if (!tables.containsKey(table.table)) {
                MeterSet meters = shared.with("table", table.table.getNameAsString());
                tables.put(table.table, meters);
                registerTable(meters, table);
            }
        }
    }

    private void registerTable(MeterSet meters, TableNumbers numbers) {
        TableName table = numbers.table;
        meters.counter(
                "sluice.mutations.accepted",
                "Mutations that a mutator has taken",
                () -> numbers.accepted(() -> view.buffered().applyAsLong(table)));
        meters.counter(
                "sluice.mutations.acknowledged", "Mutations that a server has acknowledged", numbers.acknowledged::sum);
        meters.counter(
                "sluice.mutations.rejected",
                "Mutations that were not taken, for want of room or as closed",
                numbers.rejected::sum);
        for (String cause : Causes.names()) {
            MeterSet caused = meters.tagged("cause", cause);
            caused.counter(
                    "sluice.mutations.failed", "Mutations that failed for good", () -> numbers.failed.count(cause));
            caused.counter(
                    "sluice.mutations.retried",
                    "Attempts at mutations that failed and were tried again",
                    () -> numbers.retried.count(cause));
        }
        for (FlushReason reason : FlushReason.values()) {
            meters.tagged("reason", reason.name().toLowerCase(Locale.ROOT))
                    .counter("sluice.flushes", "Buffers that were sent", () -> numbers.flushes(reason));
        }
        meters.ofBytes()
                .counter(
                        "sluice.flushed",
                        "Bytes of cells and attributes in buffers that were sent",
                        numbers.flushedBytes::sum);
        meters.counter("sluice.requests", "Requests of mutations, those of retries included", numbers.requests::sum);
        meters.counter("sluice.request.mutations", "Mutations in requests", numbers.requestMutations::sum);
        meters.ofBytes()
                .counter("sluice.request.size", "Bytes of cells and attributes in requests", numbers.requestBytes::sum);
        registerHeld(meters, table);
        registerDistributions(meters, Objects.requireNonNull(numbers.distributions(), "made before they are read"));
    }

    private void registerHeld(MeterSet meters, TableName table) {
        Supplier<TableNow> now = () -> view.tables().get().getOrDefault(table, TableNow.NONE);
        meters.gauge(
                "sluice.mutations.pending", "Mutations that were taken and have not settled", now, TableNow::pending);
        meters.gauge("sluice.mutators", "Open mutators", now, TableNow::mutators);
        meters.gauge(
                "sluice.buffer.mutations", "Mutations in buffers that have not been sent", now, TableNow::buffered);
        meters.ofBytes()
                .gauge(
                        "sluice.buffer.used",
                        "Bytes of cells and attributes in buffers that have not been sent",
                        now,
                        TableNow::bufferedBytes);
    }

    private static void registerDistributions(MeterSet meters, TableNumbers.Distributions of) {
        String latencyMeaning = "From taking a mutation to its acknowledgement, of one in 32";
        HistogramReader latency = meters.times("sluice.mutation.latency", latencyMeaning, of.latency());
        meters.buckets(
                "sluice.mutation.latency.buckets", latencyMeaning + ": how many took less than le seconds", latency);
        HistogramReader unused =
                meters.times("sluice.room.wait", "Time that threads waited for room in the budget", of.roomWait());
        meters.percentiles(
                "sluice.batch.mutations.percentile",
                "Mutations that a part of the sent buffers did not exceed lately",
                of.batchMutations());
        meters.percentiles(
                "sluice.request.mutations.percentile",
                "Mutations that a part of the requests did not exceed lately",
                of.requestMutations());
        MeterSet bytes = meters.ofBytes();
        bytes.percentiles(
                "sluice.batch.size.percentile",
                "Bytes that a part of the sent buffers did not exceed lately",
                of.batchBytes());
        bytes.percentiles(
                "sluice.request.size.percentile",
                "Bytes that a part of the requests did not exceed lately",
                of.requestBytes());
    }

    private void registerServer(MeterSet meters, ServerNumbers numbers) {
        HistogramReader unused = meters.times(
                "sluice.rpc.time",
                "From writing a call to its answer",
                Objects.requireNonNull(numbers.rpcTime(), "made before it is read"));
        MeterSet bytes = meters.ofBytes();
        bytes.counter("sluice.wire.sent", "Bytes of calls, before encryption", numbers.sentBytes::sum);
        bytes.counter("sluice.wire.received", "Bytes of answers, after decryption", numbers.receivedBytes::sum);
        String address = numbers.address();
        Supplier<Window> window = () -> view.windows().get().getOrDefault(address, Window.NONE);
        meters.gauge("sluice.window.size", "Requests that may be in flight", window, Window::size);
        meters.gauge("sluice.window.in.flight", "Requests in flight", window, Window::inFlight);
        meters.gauge("sluice.window.waiting", "Requests that wait for a place in the window", window, Window::waiting);
        registerPool(meters, () -> view.pools().get().getOrDefault(address, PoolNumbers.NONE));
    }

    private static void registerPool(MeterSet meters, Supplier<PoolNumbers> pool) {
        registerConnections(meters, () -> pool.get().now(), () -> pool.get().connects());
        registerAcquires(meters, () -> pool.get().now(), () -> pool.get().acquires());
        for (CloseReason reason : CloseReason.values()) {
            meters.tagged("reason", reason.name().toLowerCase(Locale.ROOT))
                    .counter(
                            "sluice.pool.closed",
                            "Connections that are gone",
                            pool,
                            of -> of.closed().getOrDefault(reason, 0L));
        }
    }

    private static void registerConnections(MeterSet meters, Supplier<Now> now, Supplier<Connects> connects) {
        meters.gauge("sluice.pool.size", "Connections, those on their way included", now, Now::size);
        meters.gauge("sluice.pool.idle", "Open connections without a call", now, Now::idle);
        meters.gauge("sluice.pool.leased", "Open connections with calls", now, Now::leased);
        meters.gauge("sluice.pool.connecting", "Connections on their way", now, Now::connecting);
        meters.gauge(
                "sluice.pool.unreachable",
                "1 while calls fail at once since the last connect failed",
                now,
                Now::paused);
        meters.timer(
                "sluice.pool.connect",
                "How long connects took that succeeded",
                connects,
                Connects::opened,
                Connects::nanos);
        meters.counter("sluice.pool.connect.failures", "Connects that failed", connects, Connects::failed);
    }

    private static void registerAcquires(MeterSet meters, Supplier<Now> now, Supplier<Acquires> acquires) {
        meters.gauge("sluice.rpc.in.flight", "Calls on connections", now, Now::leases);
        meters.gauge("sluice.pool.pending", "Calls that wait for a connection", now, Now::pending);
        meters.timer(
                "sluice.pool.acquire",
                "Waiting for a connection, of all calls that got one",
                acquires,
                Acquires::count,
                Acquires::waitNanos);
        meters.timer(
                "sluice.pool.usage",
                "How long calls had their connection",
                acquires,
                Acquires::count,
                Acquires::usedNanos);
        meters.counter(
                "sluice.pool.acquire.waited", "Calls that had to wait for a connection", acquires, Acquires::waited);
        meters.counter(
                "sluice.pool.acquire.timeouts", "Calls that got no connection in time", acquires, Acquires::timeouts);
        meters.counter(
                "sluice.pool.acquire.refused",
                "Calls that got no connection since too many waited",
                acquires,
                Acquires::refused);
        meters.counter(
                "sluice.pool.leaks",
                "Calls that had their connection for too long, with leak detection",
                acquires,
                Acquires::leaks);
    }

    /** Removes all meters from the registry. */
    void remove() {
        shared.remove();
        tables.values().forEach(MeterSet::remove);
        servers.values().forEach(MeterSet::remove);
        tables.clear();
        servers.clear();
    }
}
