package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.TableName;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.registry.ClusterRegistry;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
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
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Looks regions up in {@code hbase:meta}: one backward scan of one call for a row, a forward scan for a whole table. What
 * may get better by itself (an unreachable server, a region in transition) is tried again with HBase's pauses until
 * {@code hbase.client.meta.operation.timeout} is over. Safe for use by many threads.
 */
public final class MetaRegionLookup implements RegionLookup {
    private static final int SHOWN_ROW_BYTES = 64;

    private final MetaCall.Context context;
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
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row) {
        Objects.requireNonNull(row, "row");
        int limit = context.settings().prefetchRows();
        return ask(
                table,
                "lookup of row " + shown(row) + " of " + table,
                calls -> calls.call("Scan", MetaMessages.reversedScan(table, row, limit))
                        .thenCompose(answer -> locate(table, row, answer)));
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
        int rowsPerCall = context.settings().scanRows();
        return ask(
                table,
                "lookup of all regions of " + table,
                calls -> new TableScan(table, rowsPerCall, calls)
                        .run()
                        .thenCompose(rows -> rows.isEmpty()
                                ? CompletableFuture.failedFuture(new TableNotFoundException(table))
                                : CompletableFuture.completedFuture(usable(rows))));
    }

    @Override
    public CompletableFuture<Void> checkEnabled(TableName table) {
        return ask(
                table,
                "state of " + table,
                calls -> calls.call("Get", MetaMessages.getState(table))
                        .thenCompose(answer -> checkEnabled(table, answer)));
    }

    @Override
    public @Nullable Throwable trouble() {
        return context.trouble().get();
    }

    /** Has a token made for the user whom the cluster knows by Kerberos. */
    public CompletableFuture<IssuedToken> obtainToken() {
        return ask(
                "an authentication token",
                calls -> calls.call("ExecService", MetaMessages.obtainToken()).thenCompose(answer -> {
                    try {
                        return CompletableFuture.completedFuture(IssuedToken.parse(answer.message()));
                    } catch (IOException e) {
                        return CompletableFuture.failedFuture(e);
                    }
                }));
    }

    /** Fails what is still asked, and every later question. Registry and pool stay open. */
    public void close() {
        closed = true;
        pending.forEach(call -> call.fail(closedError()));
    }

    private <T> CompletableFuture<T> ask(TableName table, String description, MetaOperation<T> operation) {
        if (table.equals(TableName.META_TABLE_NAME)) {
            return CompletableFuture.failedFuture(new DoNotRetryIOException(
                    "hbase:meta is the table of all regions; it cannot be written to by a client"));
        }
        return ask(description, operation);
    }

    private <T> CompletableFuture<T> ask(String description, MetaOperation<T> operation) {
        MetaCall<T> call = new MetaCall<>(context, description, operation);
        pending.add(call);
        var unused = call.result().whenComplete((answer, error) -> pending.remove(call));
        // After the add: whichever of close() and this comes second sees the other.
        if (closed) {
            call.fail(closedError());
        }
        call.start();
        return call.result();
    }

    private static CompletableFuture<List<RegionLocation>> locate(TableName table, byte[] row, RpcAnswer answer) {
        List<MetaRow> rows;
        try {
            rows = ScanAnswer.parse(table, answer).rows();
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (rows.isEmpty()) {
            return CompletableFuture.failedFuture(new TableNotFoundException(table));
        }
        List<RegionLocation> locations = usable(rows);
        if (locations.stream().noneMatch(location -> location.contains(row))) {
            return CompletableFuture.failedFuture(
                    new HBaseIOException("The region of row " + shown(row) + " of " + table
                            + " is in transition: hbase:meta names no server for it; nearest is "
                            + Bytes.toStringBinary(rows.get(0).row())));
        }
        return CompletableFuture.completedFuture(locations);
    }

    private static CompletableFuture<Void> checkEnabled(TableName table, RpcAnswer answer) {
        TableState state;
        try {
            state = TableState.parse(answer);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
        if (state == null) {
            return CompletableFuture.failedFuture(new TableNotFoundException(table));
        }
        return switch (state) {
            // A table on its way to enabled opens its regions one by one: trying again is right.
            case ENABLED, ENABLING -> CompletableFuture.completedFuture(null);
            case DISABLED, DISABLING -> CompletableFuture.failedFuture(new TableNotEnabledException(table));
        };
    }

    private static List<RegionLocation> usable(List<MetaRow> rows) {
        return rows.stream()
                .map(MetaRow::location)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(RegionLocation::startKey, Bytes.BYTES_COMPARATOR))
                .toList();
    }

    private static IOException closedError() {
        return new IOException("The connection to the cluster is closed");
    }

    private static String shown(byte[] row) {
        return "'" + Bytes.toStringBinary(row, 0, Math.min(row.length, SHOWN_ROW_BYTES))
                + (row.length > SHOWN_ROW_BYTES ? "'..." : "'");
    }
}
