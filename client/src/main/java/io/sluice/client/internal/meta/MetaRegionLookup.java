package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.DoNotRetryIOException;
import io.sluice.HConstants;
import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.TableNotEnabledException;
import io.sluice.TableNotFoundException;
import io.sluice.client.internal.net.Decoder;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.registry.ClusterRegistry;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import io.sluice.internal.locate.RegionUnknownException;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.SingleTimer;
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
 * Looks regions up in {@code hbase:meta}: by a scan backwards from a row, which usually takes one call, or forwards through a
 * whole table. After an error that may be temporary, such as an unreachable server, it tries again with HBase's pauses until
 * {@code hbase.client.meta.operation.timeout} is over. That a region has no server is an answer: the caller tries again, and
 * other callers do not wait meanwhile. Safe for use by many threads.
 */
public final class MetaRegionLookup implements RegionLookup {
    private static final Logger LOG = LoggerFactory.getLogger(MetaRegionLookup.class);

    private static final int SHOWN_ROW_BYTES = 64;

    /** Between two warnings, since each look-up near a damaged row finds it. */
    private static final long WARNING_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final ClusterRegistry registry;
    private final ServerPools<? extends RpcConnection> pool;
    private final Timer timer;
    private final Clock clock;
    private final MetaSettings settings;
    /** Null, under way, or the answer; never a failed one. */
    private final AtomicReference<@Nullable CompletableFuture<ServerName>> metaServer = new AtomicReference<>();
    /** The error of the latest attempt of any question; null if it succeeded. */
    private final AtomicReference<@Nullable Throwable> trouble = new AtomicReference<>();

    private final AtomicLong nextWarningNanos;
    private final Set<Question<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * Creates a lookup, which owns none of these parts.
     *
     * @param pool connections of service {@code ClientService}
     */
    public MetaRegionLookup(
            ClusterRegistry registry,
            ServerPools<? extends RpcConnection> pool,
            Timer timer,
            Clock clock,
            MetaSettings settings) {
        this.registry = registry;
        this.pool = pool;
        this.timer = timer;
        this.clock = clock;
        this.settings = settings;
        nextWarningNanos = new AtomicLong(clock.nanoTime());
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
        Objects.requireNonNull(row, "row");
        return scanTo(from, table, row)
                // After a merge, the row's region may begin before that key, with only a split parent's row left behind
                // it.
                .thenCompose(scan -> from.length == 0 || isIn(scan.locations(), row)
                        ? CompletableFuture.completedFuture(scan)
                        : scanTo(HConstants.EMPTY_BYTE_ARRAY, table, row))
                .thenCompose(Decoder.step(scan -> locationsWith(row, table, scan)));
    }

    private CompletableFuture<MetaScan> scanTo(byte[] firstStart, TableName table, byte[] row) {
        return scan(
                MetaMessages.Range.endingAt(table, row, firstStart, settings.prefetchRows()),
                "lookup of row " + shown(row) + " of " + table);
    }

    @Override
    public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
        return scan(MetaMessages.Range.all(table, settings.scanRows()), "lookup of all regions of " + table)
                .thenCompose(Decoder.step(scan -> locations(table, scan)));
    }

    /** A scan is retried until it has read all rows, whatever these contain. */
    private CompletableFuture<MetaScan> scan(MetaMessages.Range range, String description) {
        return ask(range.table(), description, new MetaScan(range)::run);
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
        return trouble.get();
    }

    /**
     * Has the cluster issue a token for the user that it knows by Kerberos.
     *
     * @param decoder reads {@code CoprocessorServiceResponse} of Client.proto
     */
    public <T> CompletableFuture<T> obtainToken(Decoder<byte[], T> decoder) {
        return ask(
                "an authentication token",
                calls -> calls.call("ExecService", MetaMessages.obtainToken())
                        .thenCompose(Decoder.step(answer -> decoder.decode(answer.message()))));
    }

    /** Fails open and later questions. Registry and pool stay open. */
    public void close() {
        closed = true;
        pending.forEach(Question::failAsClosed);
    }

    private <T> CompletableFuture<T> ask(
            TableName table, String description, Function<MetaScan.Calls, CompletableFuture<T>> question) {
        if (table.equals(TableName.META_TABLE_NAME)) {
            return CompletableFuture.failedFuture(new DoNotRetryIOException(
                    "hbase:meta is the table of all regions; it cannot be written to by a client"));
        }
        return ask(description, question);
    }

    private <T> CompletableFuture<T> ask(String description, Function<MetaScan.Calls, CompletableFuture<T>> question) {
        Question<T> call = new Question<>(description, question);
        pending.add(call);
        // After the add: whichever of close() and this comes second sees the other.
        if (closed) {
            call.failAsClosed();
        }
        call.run();
        return call.result;
    }

    /**
     * The server of {@code hbase:meta}. Returns the same future until it fails or is forgotten, so that the registry is asked
     * once for all callers.
     */
    private CompletableFuture<ServerName> metaServer() {
        CompletableFuture<ServerName> fresh = new CompletableFuture<>();
        CompletableFuture<ServerName> known = metaServer.compareAndExchange(null, fresh);
        if (known != null) {
            return known;
        }
        var unused = Completions.started(registry::metaLocation).whenComplete((server, error) -> {
            if (error != null) {
                // First, so that an immediate retry asks the registry again.
                metaServer.compareAndSet(fresh, null);
            }
            Completions.complete(fresh, server, error);
        });
        return fresh;
    }

    /** The locations of a table, by their start keys. */
    private List<RegionLocation> locations(TableName table, MetaScan scan) throws TableNotFoundException {
        warnOfDamage(table, scan);
        if (scan.rows() == 0) {
            throw new TableNotFoundException(table);
        }
        return scan.locations().stream()
                .sorted(Comparator.comparing(RegionLocation::startKey, Bytes.BYTES_COMPARATOR))
                .toList();
    }

    private List<RegionLocation> locationsWith(byte[] row, TableName table, MetaScan scan) throws IOException {
        List<RegionLocation> locations = locations(table, scan);
        if (!isIn(locations, row)) {
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

    private static boolean isIn(List<RegionLocation> locations, byte[] row) {
        return locations.stream().anyMatch(location -> location.contains(row));
    }

    private void warnOfDamage(TableName table, MetaScan scan) {
        long now = clock.nanoTime();
        long next = nextWarningNanos.get();
        if (!scan.damages().isEmpty() && now - next >= 0 && nextWarningNanos.compareAndSet(next, now + WARNING_NANOS)) {
            LOG.warn(
                    "hbase:meta has damaged rows of table {}, which are skipped; their regions cannot be written to: {}",
                    table,
                    scan.damages());
        }
    }

    private static MetaMessages.TableState requireEnabled(TableName table, RpcConnection.Answer answer)
            throws IOException {
        MetaMessages.TableState state = MetaMessages.state(answer);
        if (state == null) {
            throw new TableNotFoundException(table);
        }
        return switch (state) {
            // While a table is being enabled its regions open one by one: a retry may succeed.
            case ENABLED, ENABLING -> state;
            case DISABLED, DISABLING -> throw new TableNotEnabledException(table);
        };
    }

    private static String shown(byte[] row) {
        return "'" + Bytes.toStringBinary(row, 0, Math.min(row.length, SHOWN_ROW_BYTES))
                + (row.length > SHOWN_ROW_BYTES ? "'..." : "'");
    }

    /**
     * A question to {@code hbase:meta} with all its attempts. Its steps run one after the other, and a future or the timer
     * hands over between their threads, so its fields need no lock.
     */
    private final class Question<T> implements Runnable, MetaScan.Calls {
        private final String description;
        private final Function<MetaScan.Calls, CompletableFuture<T>> question;
        private final long deadlineNanos;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        private int attempts;
        /** Of the attempt. */
        private @Nullable RpcConnection connection;

        private final SingleTimer retry = new SingleTimer(timer, this);

        /** @param question makes one attempt */
        Question(String description, Function<MetaScan.Calls, CompletableFuture<T>> question) {
            this.description = description;
            this.question = question;
            this.deadlineNanos = clock.nanoTime() + settings.operationTimeoutNanos();
            var unused = result.whenComplete((answer, error) -> {
                pending.remove(this);
                // A retry that is scheduled just now finds the result done and ends by itself.
                retry.cancel();
            });
        }

        /** Makes an attempt. */
        @Override
        public void run() {
            if (result.isDone()) {
                return;
            }
            attempts++;
            CompletableFuture<ServerName> location = metaServer();
            var unused = location.thenCompose(server -> ask(pool, server)).whenComplete((answer, error) -> {
                if (error == null) {
                    trouble.set(null);
                    result.complete(answer);
                } else {
                    onFailure(location, Completions.cause(error));
                }
            });
        }

        private <C extends RpcConnection> CompletableFuture<T> ask(ServerPools<C> from, ServerName server) {
            return from.acquire(server, callTimeoutNanos()).thenCompose(lease -> {
                connection = lease.connection();
                return Completions.started(() -> question.apply(this)).whenComplete((answer, error) -> lease.release());
            });
        }

        @Override
        public CompletableFuture<RpcConnection.Answer> call(String method, byte[] param) {
            return Objects.requireNonNull(connection, "asked").call(method, param, callTimeoutNanos());
        }

        @Override
        public boolean isOver() {
            return result.isDone();
        }

        void failAsClosed() {
            result.completeExceptionally(new IOException("The connection to the cluster is closed"));
        }

        private void onFailure(CompletableFuture<ServerName> location, Throwable error) {
            ErrorMeaning meaning = ErrorMeaning.ofCall(error, true);
            if (meaning.stale() == Stale.LIMITS) {
                // The request would be as large again.
                result.completeExceptionally(tooLarge(location, error));
                return;
            }
            if (meaning.stale() != Stale.NOTHING) {
                // Even if the error is final: the next question then asks the registry.
                metaServer.compareAndSet(location, null);
            }
            trouble.set(error);
            long pauseNanos = settings.retry().pauseNanosAfter(attempts, meaning);
            boolean isInTime = deadlineNanos - clock.nanoTime() > pauseNanos;
            if (meaning.isFinal(attempts) || !isInTime) {
                result.completeExceptionally(error);
                return;
            }
            LOG.debug(
                    "{}: attempt {} failed, next in {} ms",
                    description,
                    attempts,
                    TimeUnit.NANOSECONDS.toMillis(pauseNanos),
                    error);
            retry.schedule(pauseNanos);
        }

        private DoNotRetryIOException tooLarge(CompletableFuture<ServerName> location, Throwable error) {
            String where = location.isDone() && !location.isCompletedExceptionally()
                    ? location.join().getHostAndPort()
                    : "the server of hbase:meta";
            String sizes = error instanceof RequestTooBigException tooBig && tooBig.getLimitBytes() > 0
                    ? "of " + tooBig.getRequestBytes() + " bytes, but " + where + " allows only "
                            + tooBig.getLimitBytes()
                    : "too large for " + where;
            return new DoNotRetryIOException(
                    description + " makes a request " + sizes + "; raise hbase.ipc.max.request.size there and here",
                    error);
        }

        private long callTimeoutNanos() {
            long remaining = deadlineNanos - clock.nanoTime();
            return Math.max(1, Math.min(remaining, settings.rpcTimeoutNanos()));
        }
    }
}
