package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.DoNotRetryIOException;
import io.sluice.TableName;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.client.internal.net.Decoder;
import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.registry.ClusterRegistry;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import io.sluice.internal.locate.RegionUnknownException;
import io.sluice.internal.pool.ServerLeases;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks regions up in {@code hbase:meta}: by a scan backwards from a row, which usually is one call, or forth through a
 * whole table. What may get better by itself, like an unreachable server, is tried again with HBase's pauses until
 * {@code hbase.client.meta.operation.timeout} is over. That a region has no server is an answer: the caller tries again, and
 * others need not wait meanwhile. Safe for use by many threads.
 */
public final class MetaRegionLookup implements RegionLookup {
    private static final Logger LOG = LoggerFactory.getLogger(MetaRegionLookup.class);

    private static final int SHOWN_ROW_BYTES = 64;

    /** A damaged row is found by each look-up near it. */
    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final MetaCall.Context context;
    private final AtomicLong nextWarningNanos;
    private final Set<MetaCall<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Makes one that owns none of its parts.
     *
     * @param registry knows the server of {@code hbase:meta}
     * @param pool connections of service {@code ClientService}
     * @param timer for the pauses
     */
    public MetaRegionLookup(
            ClusterRegistry registry,
            ServerLeases<? extends RpcConnection> pool,
            Timer timer,
            Clock clock,
            MetaSettings settings) {
        this.context =
                new MetaCall.Context(new MetaServer(registry), pool, timer, clock, settings, new AtomicReference<>());
        nextWarningNanos = new AtomicLong(clock.nanoTime());
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row) {
        Objects.requireNonNull(row, "row");
        return scan(
                        MetaMessages.Range.endingAt(
                                table, row, context.settings().prefetchRows()),
                        "lookup of row " + shown(row) + " of " + table)
                .thenCompose(Decoder.step(scan -> locationsWith(row, table, scan)));
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
        return scan(MetaMessages.Range.all(table, context.settings().scanRows()), "lookup of all regions of " + table)
                .thenCompose(Decoder.step(scan -> locations(table, scan)));
    }

    /** Tried again is what cannot be read; what is read, whatever it says, is the answer. */
    private CompletableFuture<MetaScan> scan(MetaMessages.Range range, String description) {
        MetaScan scan = new MetaScan(range);
        return ask(range.table(), description, scan::run).whenComplete((read, error) -> {
            if (error == null) {
                warnOfDamage(range.table(), read);
            }
        });
    }

    @Override
    public CompletableFuture<Void> checkEnabled(TableName table) {
        return ask(
                table,
                "state of " + table,
                calls -> calls.call("Get", MetaMessages.getState(table))
                        .thenCompose(Decoder.step(answer -> requireEnabled(table, answer)))
                        .thenAccept(state -> {}));
    }

    @Override
    public @Nullable Throwable trouble() {
        return context.trouble().get();
    }

    /** Has a token made for the user whom the cluster knows by Kerberos. */
    public CompletableFuture<IssuedToken> obtainToken() {
        return ask(
                "an authentication token",
                calls -> calls.call("ExecService", MetaMessages.obtainToken())
                        .thenCompose(Decoder.step(answer -> IssuedToken.parse(answer.message()))));
    }

    /** Fails what is still asked, and every later question. Registry and pool stay open. */
    public void close() {
        closed = true;
        pending.forEach(call -> call.fail(closedError()));
    }

    private <T> CompletableFuture<T> ask(
            TableName table, String description, Function<MetaCall.Calls, CompletableFuture<T>> question) {
        if (table.equals(TableName.META_TABLE_NAME)) {
            return CompletableFuture.failedFuture(new DoNotRetryIOException(
                    "hbase:meta is the table of all regions; it cannot be written to by a client"));
        }
        return ask(description, question);
    }

    private <T> CompletableFuture<T> ask(String description, Function<MetaCall.Calls, CompletableFuture<T>> question) {
        MetaCall<T> call = new MetaCall<>(context, description, question);
        pending.add(call);
        var unused = call.result().whenComplete((answer, error) -> pending.remove(call));
        // After the add: whichever of close() and this comes second sees the other.
        if (closed) {
            call.fail(closedError());
        }
        call.start();
        return call.result();
    }

    /** The locations of a table, by their start keys. */
    private static List<RegionLocation> locations(TableName table, MetaScan scan) throws TableNotFoundException {
        if (scan.rows() == 0) {
            throw new TableNotFoundException(table);
        }
        return scan.locations().stream()
                .sorted(Comparator.comparing(RegionLocation::startKey, Bytes.BYTES_COMPARATOR))
                .toList();
    }

    private static List<RegionLocation> locationsWith(byte[] row, TableName table, MetaScan scan) throws IOException {
        List<RegionLocation> locations = locations(table, scan);
        if (locations.stream().noneMatch(location -> location.contains(row))) {
            throw new RegionUnknownException(
                    "The region of row " + shown(row) + " of " + table
                            + " is in transition: hbase:meta names no server for it; "
                            + (scan.damages().isEmpty()
                                    ? "nearest is " + scan.nearest()
                                    : "damaged rows: " + scan.damages()),
                    locations);
        }
        return locations;
    }

    private void warnOfDamage(TableName table, MetaScan scan) {
        long now = context.clock().nanoTime();
        long next = nextWarningNanos.get();
        if (!scan.damages().isEmpty() && now - next >= 0 && nextWarningNanos.compareAndSet(next, now + WARNING_NANOS)) {
            LOG.warn(
                    "hbase:meta has damaged rows of table {}, which are skipped; their regions cannot be written to: {}",
                    table,
                    scan.damages());
        }
    }

    private static TableState requireEnabled(TableName table, RpcAnswer answer) throws IOException {
        TableState state = TableState.parse(answer);
        if (state == null) {
            throw new TableNotFoundException(table);
        }
        return switch (state) {
            // A table on its way to enabled opens its regions one by one: trying again is right.
            case ENABLED, ENABLING -> state;
            case DISABLED, DISABLING -> throw new TableNotEnabledException(table);
        };
    }

    private static IOException closedError() {
        return new IOException("The connection to the cluster is closed");
    }

    private static String shown(byte[] row) {
        return "'" + Bytes.toStringBinary(row, 0, Math.min(row.length, SHOWN_ROW_BYTES))
                + (row.length > SHOWN_ROW_BYTES ? "'..." : "'");
    }
}
