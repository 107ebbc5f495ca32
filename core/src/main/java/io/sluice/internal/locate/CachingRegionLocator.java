package io.sluice.internal.locate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Interner;
import io.sluice.Bytes;
import io.sluice.RegionMovedException;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.metrics.LookupNumbers;
import io.sluice.internal.retry.Completions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches the locations of regions.
 *
 * <p>Caffeine holds a {@link RegionMap} for each table, because a hash map cannot answer "the last start key at or before
 * this row"; it provides the bound, the expiry of idle tables, and atomic changes of one table. Look-ups of unknown regions
 * go to the cluster once for each unknown range of rows at a time; a caller that asks for a row of the same range waits for
 * that answer.
 */
public final class CachingRegionLocator {
    private static final Logger LOG = LoggerFactory.getLogger(CachingRegionLocator.class);

    /** About 300 bytes each. */
    static final long MAX_REGIONS = 1_000_000;

    static final Duration IDLE_TABLE_EXPIRY = Duration.ofHours(1);

    /**
     * How often the regions of a server that refuses everything are looked up again, although no error says that they moved.
     */
    public static final long DOUBT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_DOUBTED = 10_000;
    private static final long NEVER = -1;

    private final RegionLookup lookup;
    private final LookupNumbers numbers;
    private final Cache<TableName, RegionMap> tables;
    /** Each answer brings its servers as new objects, while 100,000 regions lie on 1,000 servers. */
    private final Interner<ServerName> servers = Interner.newWeakInterner();

    private final ConcurrentMap<UnknownRange, Look> pending = new ConcurrentHashMap<>();
    /** From when on the regions of a server may be doubted again, on the caller's clock. */
    private final ConcurrentMap<ServerName, Long> nextDoubt = new ConcurrentHashMap<>();

    /** An unknown range of a table's rows, named by its first row. */
    private record UnknownRange(TableName table, ByteBuffer start) {
        // By hand, as the first look-ups of a JVM use it: the methods that the compiler generates for a record are
        // linked at run time.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof UnknownRange range && range.table.equals(table) && range.start.equals(start);
        }

        @Override
        public int hashCode() {
            return 31 * table.hashCode() + start.hashCode();
        }
    }

    /** A look-up for a row, which other callers wait for, too. They continue in the order in which they came. */
    private static final class Look {
        final byte[] row;
        private final Queue<CompletableFuture<Void>> callers = new ConcurrentLinkedQueue<>();
        private @Nullable Throwable error;
        /** Written after the error. */
        private volatile boolean ended;

        Look(byte[] row) {
            this.row = row;
        }

        /** Completes as the look-up does, after those of earlier callers. The actions of one future have no such order. */
        CompletableFuture<Void> caller() {
            CompletableFuture<Void> caller = new CompletableFuture<>();
            callers.add(caller);
            // After the add: this or end() sees the other.
            if (ended) {
                completeCallers();
            }
            return caller;
        }

        void end(@Nullable Throwable failure) {
            error = failure;
            ended = true;
            completeCallers();
        }

        private void completeCallers() {
            for (CompletableFuture<Void> next = callers.poll(); next != null; next = callers.poll()) {
                try {
                    Completions.complete(next, null, error);
                } catch (Throwable e) {
                    // An Error in what that caller does next: its entries fail at their deadline, the others continue.
                    LOG.error("a mutation could not continue after the look-up of its region", e);
                }
            }
        }
    }

    public CachingRegionLocator(RegionLookup lookup) {
        this(lookup, new LookupNumbers());
    }

    /** @param numbers count look-ups and how long they take */
    public CachingRegionLocator(RegionLookup lookup, LookupNumbers numbers) {
        this.lookup = lookup;
        this.numbers = numbers;
        // Maintenance runs in the thread that reads or writes: it is short, and the common pool belongs to the
        // application.
        tables = Caffeine.newBuilder()
                .maximumWeight(MAX_REGIONS)
                .weigher((TableName table, RegionMap map) -> map.size() + 1)
                .expireAfterAccess(IDLE_TABLE_EXPIRY)
                .executor(Runnable::run)
                .build();
    }

    /** Look-ups are counted here, successful and unsuccessful ones. */
    public LookupNumbers numbers() {
        return numbers;
    }

    /** How many regions are known now. */
    public long size() {
        return tables.asMap().values().stream().mapToLong(RegionMap::size).sum();
    }

    /** What is known of a table now. Takes no lock and allocates nothing. */
    public RegionMap regions(TableName table) {
        RegionMap map = tables.getIfPresent(table);
        return map == null ? RegionMap.EMPTY : map;
    }

    /** What is known of each table now. */
    public Map<TableName, RegionMap> known() {
        // Not Map.copyOf: a table that is evicted and comes back meanwhile may be seen twice.
        return new HashMap<>(tables.asMap());
    }

    /**
     * Asks the cluster for the region of a row that {@link #regions} does not know.
     *
     * @return completes when the region, or another one of the same unknown range, has become known, or when a look-up
     *     for an earlier row of it has ended: look again. Fails as {@link RegionLookup#lookup} does, and with a
     *     {@link RegionUnknownException} also when the region is unknown after its look-up, so that a caller that looks again
     *     does not do so for ever without a pause
     */
    public CompletableFuture<Void> locate(TableName table, byte[] row) {
        RegionMap known = regions(table);
        if (known.find(row, 0, row.length) >= 0) {
            return CompletableFuture.completedFuture(null);
        }
        UnknownRange range = new UnknownRange(table, ByteBuffer.wrap(known.unknownRangeStart(row)));
        Look mine = new Look(row);
        Look others = pending.putIfAbsent(range, mine);
        if (others == null) {
            CompletableFuture<Void> first = mine.caller();
            start(range, mine);
            return first;
        }
        return others.caller().exceptionallyCompose(error -> {
            boolean tellsOfRow =
                    !(error instanceof RegionUnknownException) || regions(table).isUnknown(row, others.row);
            return tellsOfRow ? CompletableFuture.failedFuture(error) : CompletableFuture.completedFuture(null);
        });
    }

    private void start(UnknownRange range, Look look) {
        try {
            var unused = timed(lookup.lookup(range.table, look.row, range.start.array()))
                    .handle((found, error) -> learn(range.table, look.row, found, error))
                    .whenComplete((left, error) -> ended(range, look, error == null ? left : error));
        } catch (Throwable e) {
            // Whatever happens: while a look-up is pending, no other one starts for this range of rows.
            ended(range, look, e);
        }
    }

    /** Adopts the result of a look-up. Returns why the row is still unknown, or null. */
    private @Nullable Throwable learn(
            TableName table, byte[] row, @Nullable List<RegionLocation> found, @Nullable Throwable failure) {
        Throwable error = failure == null ? null : Completions.cause(failure);
        List<RegionLocation> regions = error instanceof RegionUnknownException unknown ? unknown.found() : found;
        if (regions != null) {
            add(table, regions);
        }
        boolean isAnswered = error != null || regions(table).find(row, 0, row.length) >= 0;
        return isAnswered ? error : stillUnknown(table, row);
    }

    /** Because regions overlap in {@code hbase:meta}, or a table has more regions than are kept. */
    private static RegionUnknownException stillUnknown(TableName table, byte[] row) {
        return new RegionUnknownException(
                "the region of row '" + Bytes.toStringBinary(row) + "' of table '" + table
                        + "' is not known after a look-up in hbase:meta",
                List.of());
    }

    /**
     * Asks the cluster for all regions of a table.
     *
     * @return their number. Fails as {@link RegionLookup#lookupAll} does
     */
    public CompletableFuture<Integer> preload(TableName table) {
        return timed(lookup.lookupAll(table)).thenApply(found -> {
            add(table, found);
            return found.size();
        });
    }

    private <T> CompletableFuture<T> timed(CompletableFuture<T> load) {
        Histogram times = numbers.loadTime();
        long startNanos = times == null ? 0 : System.nanoTime();
        return load.whenComplete((found, error) -> {
            if (error != null) {
                numbers.loadFailed();
            }
            if (times != null) {
                times.add(System.nanoTime() - startNanos);
            }
        });
    }

    /** Asks the cluster whether the table may be written, as {@link RegionLookup#checkEnabled} says. */
    public CompletableFuture<Void> checkEnabled(TableName table) {
        return lookup.checkEnabled(table);
    }

    /** Why the cluster does not answer where regions are, as {@link RegionLookup#trouble} says. */
    public @Nullable Throwable trouble() {
        return lookup.trouble();
    }

    private void ended(UnknownRange range, Look look, @Nullable Throwable error) {
        // Removed before it completes: a caller whose row is still missing must be able to start another look-up.
        pending.remove(range, look);
        look.end(error);
    }

    private void add(TableName table, Collection<RegionLocation> found) {
        List<RegionLocation> shared = new ArrayList<>(found.size());
        for (RegionLocation region : found) {
            shared.add(region.sharing(table, servers.intern(region.server())));
        }
        tables.asMap().compute(table, (t, map) -> (map == null ? RegionMap.EMPTY : map).with(shared));
    }

    /** A server said that it does not serve the region, or where the region went. */
    public void misplaced(RegionLocation region, Throwable error) {
        tables.asMap().computeIfPresent(region.table(), (t, map) -> {
            if (error instanceof RegionMovedException moved) {
                return map.moved(region, servers.intern(moved.getServerName()), moved.getLocationSeqNum());
            }
            return map.without(region);
        });
    }

    /**
     * When to forget the regions of a server that refuses calls without looking at the regions: now, or later, since that is
     * done at most once a second. No refusal is ignored: the region may have moved after the last look-up.
     *
     * @return nanoseconds from now, or a negative number if another refusal has already triggered it
     */
    public long doubtIn(ServerName server, long nowNanos) {
        if (nextDoubt.size() >= MOST_DOUBTED) {
            nextDoubt.clear();
        }
        long[] wait = {NEVER};
        nextDoubt.compute(server, (key, due) -> {
            if (due == null || due - nowNanos <= 0) {
                wait[0] = 0;
                return nowNanos + DOUBT_NANOS;
            }
            if (due - nowNanos > DOUBT_NANOS) {
                return due;
            }
            wait[0] = due - nowNanos;
            return due + DOUBT_NANOS;
        });
        return wait[0];
    }

    /**
     * A server cannot be reached: all its regions are forgotten together. Each failing request calls this, and nearly all
     * calls after the first find nothing left to forget.
     */
    public void serverDown(ServerName server) {
        tables.asMap().forEach((table, known) -> {
            if (known.mayServe(server)) {
                tables.asMap().computeIfPresent(table, (t, map) -> map.withoutServer(server));
            }
        });
    }
}
