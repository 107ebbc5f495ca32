package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.BackpressureEvent;
import io.sluice.BufferFullException;
import io.sluice.Bytes;
import io.sluice.Delete;
import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutatorStats;
import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.ByteBudget.Claim;
import io.sluice.internal.roworder.RowClock;
import io.sluice.internal.roworder.RowHash;
import io.sluice.internal.sync.Interruptions;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Notice;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Lets mutations in: one that could never be written is refused at once, the others get in according to the backpressure
 * mode. A mutation stays out if its region or server holds more than its share of the budget, or if the timestamps of its
 * row have run ahead of the clock; others pass, and get room in the budget. Listeners, numbers and the flight recorder are
 * notified of each wait.
 */
final class Admission {
    private static final double MIB = 1 << 20;

    private static final String WAITING_IS_SET_BY = ", the waiting time by setBackpressure of the mutator"
            + " (sluice.client.backpressure, sluice.client.backpressure.timeout); ready() completes when there is room";

    private static final int MAX_ROW_IN_MESSAGE = 64;

    /** An event names at most this many regions and servers. */
    private static final int LARGEST = 3;

    private final WriteEngine engine;
    private final TableName table;
    private final Backpressure mode;
    /** 0 or less for no limit. */
    private final int maxKeyValueBytes;
    /** How long a thread may wait; less than 0 if the mode does not wait. */
    private final long maxWaitNanos;
    /** Null unless the client sets the timestamps. */
    private final @Nullable RowClock rowClock;

    private final MutatorStats stats;
    private final ByteBudget budget;
    private final Shares shares;

    /**
     * The table's regions as they were when the first row of a batch was compared with the places over their share, or null.
     * The locator is a cache, and to ask it for each mutation took a tenth of the client's time. Forgotten when a batch
     * begins, so that a mutator that is not used any more seldom holds an old map.
     */
    private volatile @Nullable RegionMap regions;

    /** Bytes that the last mutation needed that was refused for lack of room. A race costs one more refusal. */
    private volatile long refusedBytes;

    /** The room last asked for by {@link #roomReady}. Two threads at once may file two claims. */
    private volatile @Nullable Claim asked;

    /** The place that kept out the last mutation whose caller does not wait. A race costs one more check. */
    private volatile @Nullable Place refusedPlace;

    /** The last result of {@link #ready}. A race costs one more future. */
    private volatile @Nullable PlaceReady placeReady;

    /** A place over its share, and the notice that completes when it is ready. */
    private record PlaceReady(Place place, Notice ready) {}

    /** @param maxKeyValueBytes 0 or less for no limit */
    Admission(
            WriteEngine engine,
            TableName table,
            Backpressure mode,
            int maxKeyValueBytes,
            @Nullable RowClock rowClock,
            MutatorStats stats) {
        this.engine = engine;
        this.table = table;
        this.mode = mode;
        this.maxKeyValueBytes = maxKeyValueBytes;
        this.rowClock = rowClock;
        this.stats = stats;
        maxWaitNanos = mode instanceof Backpressure.Block block ? Clock.nanosOf(block.max()) : -1;
        budget = engine.parts().budget();
        shares = engine.parts().shares();
    }

    /** A batch begins. */
    void begins() {
        regions = null;
    }

    /** Whether all mutations get in, and blocks are opened even if the budget has no room for them. */
    boolean isUnbounded() {
        return mode instanceof Backpressure.Unbounded;
    }

    // ---- what could never be written ----

    /**
     * Checks a mutation, or the mutations of a row.
     *
     * @return {@link Batch#lengthOf} it
     * @throws IllegalArgumentException if there is none, or one is empty, or something is too large
     */
    int check(Row row) {
        if (row instanceof Mutation mutation) {
            checkCells(mutation);
        } else {
            checkParts((RowMutations) row);
        }
        int length = Batch.lengthOf(row);
        long bytes = Batch.heldBytes(1, length);
        if (bytes > budget.limitBytes() && !isUnbounded()) {
            throw tooLarge(row, bytes);
        }
        return length;
    }

    /** @throws IllegalArgumentException as {@link #check}, naming the index of the first bad one */
    void checkAll(List<? extends Mutation> mutations) {
        for (int i = 0; i < mutations.size(); i++) {
            try {
                int unused = check(Objects.requireNonNull(mutations.get(i), "mutation"));
            } catch (IllegalArgumentException | NullPointerException e) {
                throw new IllegalArgumentException(
                        "mutation " + i + " of " + mutations.size() + " is not acceptable, none was accepted: "
                                + e.getMessage(),
                        e);
            }
        }
    }

    private void checkParts(RowMutations mutations) {
        if (mutations.getMutations().isEmpty()) {
            throw new IllegalArgumentException("no mutation in RowMutations of row " + excerpt(mutations.getRow()));
        }
        mutations.getMutations().forEach(this::checkCells);
    }

    private void checkCells(Mutation mutation) {
        if (mutation.isEmpty() && !(mutation instanceof Delete)) {
            throw new IllegalArgumentException("No columns to insert: "
                    + mutation.getClass().getSimpleName() + " of row " + excerpt(mutation.getRow()) + " has no cell");
        }
        if (maxKeyValueBytes > 0 && mutation.maxCellSize() > maxKeyValueBytes) {
            throw new IllegalArgumentException("KeyValue size too large: a cell of row " + excerpt(mutation.getRow())
                    + " has " + mutation.maxCellSize() + " bytes, the limit is " + maxKeyValueBytes
                    + " (hbase.client.keyvalue.maxsize, or setMaxKeyValueSize of the mutator; the server has a limit of its"
                    + " own, hbase.server.keyvalue.maxsize)");
        }
    }

    private IllegalArgumentException tooLarge(Row row, long bytes) {
        return new IllegalArgumentException(
                "The mutation of row " + excerpt(row.getRow()) + " needs " + bytes
                        + " bytes, more than the " + budget.limitBytes()
                        + " that the connection may hold at all (bufferBudget of AsyncConnections.builder(),"
                        + " sluice.client.buffer.budget; the default is 64 MiB, or a quarter of the largest heap if that is less)");
    }

    /** A row for messages, in quotes. */
    private static String excerpt(byte[] row) {
        int length = Math.min(row.length, MAX_ROW_IN_MESSAGE);
        return "'" + Bytes.toStringBinary(row, 0, length) + (length < row.length ? "..." : "") + "'";
    }

    // ---- before the buffer ----

    /**
     * Lets a mutation pass to the buffer.
     *
     * @throws BufferFullException if its place is over its share, or its row ahead of the clock, and the thread must not
     *     wait, or not this long
     * @throws InterruptedIOException if the thread was interrupted while it waited; its flag is set again
     */
    void pass(Row row) throws IOException {
        // Cheap: reads only what changes when a place goes over its share or is let in again.
        if (shares.isAnyOver()) {
            passShare(row);
        }
        if (rowClock != null) {
            passClock(row, rowClock);
        }
    }

    /** Whether a mutation may pass now. */
    boolean tryPass(Row row) {
        if (shares.isAnyOver()) {
            Place place = blocking(row);
            refusedPlace = place;
            if (place != null) {
                return false;
            }
        }
        return rowClock == null || excessMillis(row, rowClock) <= 0;
    }

    /** Completes when no share keeps the mutation out any more; for callers that must not wait. */
    CompletableFuture<Void> whenPassable(Row row) {
        Place place = blocking(row);
        return place == null
                ? CompletableFuture.completedFuture(null)
                : shares.whenNotOver(place).thenCompose(free -> whenPassable(row));
    }

    private @Nullable Place blocking(Row row) {
        if (isUnbounded()) {
            return null;
        }
        RegionMap known = regions;
        if (known != null && shares.blocking(table, row.getRow(), known) == null) {
            // Also the rows of a region that has moved to a hung server since, until the next batch begins.
            return null;
        }
        known = engine.parts().locator().regions(table);
        regions = known;
        Place place = shares.blocking(table, row.getRow(), known);
        if (place != null) {
            engine.watchClaims();
        }
        return place;
    }

    private void passShare(Row row) throws IOException {
        Place first = blocking(row);
        if (first == null) {
            return;
        }
        String obstacle = obstacleToWaiting();
        if (obstacle != null) {
            throw full(first, obstacle);
        }
        try (Wait wait = new Wait("share", 0)) {
            long startNanos = System.nanoTime();
            // Other threads' mutations may fill the share again before this thread runs; or the region has moved.
            for (Place place = first; place != null; place = blocking(row)) {
                if (!await(shares.whenNotOver(place), maxWaitNanos - (System.nanoTime() - startNanos), "room")) {
                    throw full(place, tooLong());
                }
            }
            wait.admitted = true;
        }
    }

    /** Delays a row that got more than 1,000 timestamps a second for longer than a second. */
    private void passClock(Row row, RowClock clock) throws IOException {
        long excess = excessMillis(row, clock);
        if (excess <= 0) {
            return;
        }
        if (TimeUnit.NANOSECONDS.toMillis(maxWaitNanos) < excess || obstacleToWaiting() != null) {
            throw new BufferFullException("row " + excerpt(row.getRow())
                    + " gets more than 1000 mutations a second, so"
                    + " that its timestamps are too far ahead of the clock: it may be written again in " + excess
                    + " ms (setClientTimestamps, setBackpressure)");
        }
        try (Wait wait = new Wait("clock", 0)) {
            CompletableFuture<Void> caughtUp = new CompletableFuture<>();
            Timer.Cancellable unused = engine.parts()
                    .timer()
                    .schedule(() -> caughtUp.complete(null), TimeUnit.MILLISECONDS.toNanos(excess));
            wait.admitted = await(caughtUp, Long.MAX_VALUE, "the clock");
        }
    }

    private long excessMillis(Row row, RowClock clock) {
        if (isUnbounded() || !clock.isAhead()) {
            return 0;
        }
        return clock.excessMillis(RowHash.of(row.getRow()));
    }

    // ---- room in the budget, for a buffer that has none ----

    /**
     * Waits for room, if the mode allows it. A {@link WriteBuffer.Gate}.
     *
     * @throws BufferFullException if there is no room, or none in time
     * @throws InterruptedIOException if the thread was interrupted while it waited; its flag is set again
     */
    Claim awaitRoom(WriteBuffer buffer, int length, long beganNanos) throws IOException {
        long bytes = buffer.mostCharged(length);
        String obstacle = obstacleToWaiting();
        if (obstacle != null) {
            engine.relieve(bytes);
            throw refusal(bytes, obstacle);
        }
        try (Wait wait = new Wait("budget", bytes)) {
            Claim claim = buffer.awaitClaim(length, maxWaitNanos - (System.nanoTime() - beganNanos));
            if (claim == null) {
                throw refusal(bytes, tooLong());
            }
            wait.admitted = true;
            return claim;
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while waiting for room", e);
        }
    }

    /**
     * Refuses a mutation for which there is no room; {@link #ready} completes when there is some. A
     * {@link WriteBuffer.Gate}.
     */
    @Nullable Claim refuse(WriteBuffer buffer, int length, long beganNanos) {
        long bytes = buffer.mostCharged(length);
        refusedBytes = bytes;
        engine.relieve(bytes);
        return null;
    }

    /**
     * Completes when the place that kept the last mutation out is within its share, and there is room in the budget. While a
     * place is over its share, all callers get the same future.
     */
    CompletableFuture<Void> ready() {
        Place place = refusedPlace;
        if (place == null || !shares.isOver(place)) {
            return roomReady();
        }
        PlaceReady known = placeReady;
        if (known == null || !known.place().equals(place) || known.ready().isDone()) {
            known = new PlaceReady(place, new Notice());
            placeReady = known;
            Notice ready = known.ready();
            CompletableFuture<Void> unused =
                    shares.whenNotOver(place).thenCompose(free -> roomReady()).thenRun(ready::tell);
        }
        return known.ready();
    }

    /**
     * Completes when there is room for the mutation refused last. All callers that ask while there is none share one claim:
     * polling during an outage leaves nothing behind.
     */
    private CompletableFuture<Void> roomReady() {
        long bytes = refusedBytes;
        Claim claim = asked;
        if (claim == null || claim.granted().isDone() || claim.room() < bytes) {
            if (budget.isReady(bytes)) {
                return CompletableFuture.completedFuture(null);
            }
            claim = budget.ready(bytes);
            asked = claim;
        }
        return claim.granted();
    }

    // ---- waiting ----

    /** One wait of the calling thread, which closes it. Reports its beginning and its end. */
    private final class Wait implements AutoCloseable {
        private final Jfr.@Nullable AdmissionWait event;
        private final long beganNanos;
        private boolean admitted;

        /** @param bytes that the thread wants of the budget, or 0 */
        Wait(String waitedFor, long bytes) {
            event = Jfr.recordsAdmissionWaits() ? Jfr.AdmissionWait.begun(table.toString(), waitedFor, bytes) : null;
            tell(true, 0);
            beganNanos = engine.parts().clock().nanoTime();
        }

        @Override
        public void close() {
            if (event != null) {
                event.ended(admitted, budget.usedBytes(), budget.limitBytes());
            }
            long waitedNanos = engine.parts().clock().nanoTime() - beganNanos;
            stats.numbers().waitedForRoom(waitedNanos);
            tell(false, waitedNanos);
        }
    }

    private void tell(boolean entered, long waitedNanos) {
        if (!stats.hasListeners()) {
            return;
        }
        List<BackpressureEvent.Holder> largest = shares.largest(LARGEST).stream()
                .map(most -> new BackpressureEvent.Holder(most.place().toString(), most.bytes()))
                .toList();
        BackpressureEvent event = new BackpressureEvent(
                table, entered, Duration.ofNanos(waitedNanos), budget.usedBytes(), budget.limitBytes(), largest);
        stats.tell(listener -> listener.onBackpressure(event));
    }

    /** Waits for a future that never fails; false if the time was not enough. */
    private static boolean await(CompletableFuture<Void> future, long nanos, String what)
            throws InterruptedIOException {
        try {
            return isDoneWithin(future, nanos);
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while waiting for " + what, e);
        }
    }

    /** Waits for a future that never fails; false if the time was not enough. */
    static boolean isDoneWithin(CompletableFuture<Void> future, long nanos) throws InterruptedException {
        try {
            future.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("this future never fails", e);
        }
    }

    /** Why the calling thread must not wait, as a phrase for messages; null if it may. */
    private @Nullable String obstacleToWaiting() {
        if (maxWaitNanos < 0) {
            return "";
        }
        return engine.parts().onNetworkThread().getAsBoolean() ? " (a network thread must not wait for it)" : null;
    }

    private String tooLong() {
        return " in " + TimeUnit.NANOSECONDS.toMillis(maxWaitNanos) + " ms";
    }

    /** Stores how much a refused mutation needs, for {@link #ready}. */
    private BufferFullException refusal(long bytes, String how) {
        refusedBytes = bytes;
        String largest = shares.largest();
        return new BufferFullException(String.format(
                Locale.ROOT,
                "No room for %d bytes%s: %.1f of %.1f MiB are in use%s. The limit is set by bufferBudget of the"
                        + " connection (sluice.client.buffer.budget)" + WAITING_IS_SET_BY,
                bytes,
                how,
                budget.usedBytes() / MIB,
                budget.limitBytes() / MIB,
                largest.isEmpty() ? "" : ", of which " + largest));
    }

    private BufferFullException full(Place place, String how) {
        return new BufferFullException("No room" + how + ": already in use: " + shares.describe(place)
                + ". The limit is set by regionShare of the connection (sluice.client.region.share)"
                + WAITING_IS_SET_BY);
    }
}
