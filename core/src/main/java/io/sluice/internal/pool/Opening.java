package io.sluice.internal.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.time.Timer;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a pool from their opening to their end, and how many there may be. A place is taken from the moment
 * the connect starts until the connection has ended and its last lease was given back.
 */
final class Opening<C extends PooledConnection> {
    /** After a failed connect beside open connections no further one is tried for this long at least. */
    private static final long SHORTEST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Opener<C> opener;
    private final PoolSettings settings;
    private final PoolParts parts;
    private final Slots<C> slots;
    private final PoolCounters counters;
    private final Events<C> events;
    private final Entry.Releaser<C> releaser;
    private final Lanes.Share lanes;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    // Lock order: a leaf, held for a few assignments. No connection is called and no future completed under it.
    private final ReentrantLock lock = new ReentrantLock();

    // Invariants, under lock: size == places taken == connecting + connections that are open, draining or ending
    //                         open <= size - connecting; alive == connecting + connections that have not ended
    @GuardedBy("lock") private final BitSet places = new BitSet();

    @GuardedBy("lock") private int open;

    @GuardedBy("lock") private int alive;

    /** Raised by a pause: connections of an earlier life are not used again. */
    @GuardedBy("lock") private int generation;

    // Written under the lock, read without it: whoever acts on them asks again under it.
    private volatile int size;
    private volatile int connecting;
    private volatile boolean closed;

    /** No growth before this; meaningless while no connection is open. */
    private volatile long growNotBeforeNanos;

    /** What the pool does when something has happened here. Called without a lock. */
    interface Events<C extends PooledConnection> {
        /** A connection can be leased. */
        void opened(Entry<C> entry);

        /** The last connect under way has failed and nothing is open. */
        void unreachable(Throwable cause);

        /** There may be room for another connect. */
        void room();
    }

    /** Told how a connect ended. Called without a lock. */
    @FunctionalInterface
    interface Attempt {
        /**
         * The connect has ended.
         *
         * @param error null if the connection was opened
         */
        void ended(@Nullable Throwable error);
    }

    /** What became of the wish to open a connection. */
    enum Start {
        STARTED,
        /** The pool has as many as it may, or is closed. */
        FULL,
        /** As many are on their way as may be, in this pool. */
        BUSY,
        /** The same in all pools together. */
        LIMITED
    }

    /** Where a connect will lead. */
    private record Begun(int index, int lane, int generation, long startNanos) {}

    Opening(Opener<C> opener, PoolSettings settings, PoolParts parts, Slots<C> slots, Observers<C> observers) {
        this.opener = opener;
        this.settings = settings;
        this.parts = parts;
        this.slots = slots;
        this.counters = observers.counters();
        this.events = observers.events();
        releaser = observers.releaser();
        lanes = parts.lanes().new Share();
        growNotBeforeNanos = parts.clock().nanoTime();
    }

    /**
     * Who hears of what happens.
     *
     * @param releaser takes leases of what is opened back
     */
    record Observers<C extends PooledConnection>(PoolCounters counters, Events<C> events, Entry.Releaser<C> releaser) {}

    /** Connections that there are, on their way and ending included. */
    int size() {
        return size;
    }

    /** Connections on their way. */
    int connecting() {
        return connecting;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether another connection might be opened beside open ones. */
    boolean mayGrow() {
        return size < settings.size().max() && parts.clock().nanoTime() - growNotBeforeNanos >= 0;
    }

    /** Whether there is none that could be leased. */
    boolean hasNoneOpen() {
        lock.lock();
        try {
            return open == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Starts one more connect, unless as many as {@code maxConnecting} are on their way. */
    Start tryStart(int maxConnecting, Attempt attempt) {
        if (size >= settings.size().max()) {
            return Start.FULL;
        }
        if (!parts.connects().tryTake()) {
            return Start.LIMITED;
        }
        @Nullable Start refused = null;
        int index = -1;
        int life;
        lock.lock();
        try {
            life = generation;
            if (closed || size >= settings.size().max()) {
                refused = Start.FULL;
            } else if (connecting >= maxConnecting) {
                refused = Start.BUSY;
            } else {
                index = places.nextClearBit(0);
                places.set(index);
                size = places.cardinality();
                setConnecting(connecting + 1);
                alive++;
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            parts.connects().give();
            return refused;
        }
        connect(new Begun(index, lanes.take(), life, parts.clock().nanoTime()), attempt);
        return Start.STARTED;
    }

    @GuardedBy("lock") private void setConnecting(int count) {
        connecting = count;
    }

    private void connect(Begun begun, Attempt attempt) {
        CompletableFuture<C> opening;
        try {
            opening = opener.open(begun.lane());
        } catch (RuntimeException e) {
            // The place is taken already, and others may wait for it.
            opening = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<C> unused = opening.whenComplete((connection, error) -> {
            if (connection == null) {
                failed(begun, cause(error), attempt);
            } else {
                succeeded(begun, connection, attempt);
            }
        });
    }

    private static Throwable cause(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }

    private void failed(Begun begun, Throwable error, Attempt attempt) {
        boolean unreachable;
        lock.lock();
        try {
            setConnecting(connecting - 1);
            alive--;
            unreachable = open == 0 && connecting == 0 && !closed && begun.generation() == generation;
        } finally {
            lock.unlock();
        }
        counters.failed();
        growNotBeforeNanos = parts.clock().nanoTime()
                + Math.max(SHORTEST_BACKOFF_NANOS, settings.connecting().failedExpiryNanos());
        if (unreachable) {
            events.unreachable(error);
        }
        vacated(begun.index(), begun.lane());
        attempt.ended(error);
        parts.connects().give();
        finishClose();
    }

    private void succeeded(Begun begun, C connection, Attempt attempt) {
        long now = parts.clock().nanoTime();
        Entry<C> entry = new Entry<>(connection, slots.slot(begun.index()), place(begun, now), releaser);
        @Nullable CloseReason unwanted = null;
        lock.lock();
        try {
            setConnecting(connecting - 1);
            if (closed) {
                unwanted = CloseReason.CLOSED;
            } else if (begun.generation() != generation) {
                unwanted = CloseReason.STALE;
            } else {
                open++;
                slots.open(entry);
                slots.include(begun.index());
            }
            entry.reason = unwanted;
        } finally {
            lock.unlock();
        }
        counters.opened(now - begun.startNanos());
        CompletableFuture<Void> unusedEnd = connection.closed().whenComplete((done, error) -> lost(entry));
        if (unwanted == null) {
            events.opened(entry);
        } else {
            counters.closed(unwanted);
            drained(entry);
        }
        attempt.ended(null);
        parts.connects().give();
    }

    private Entry.Place place(Begun begun, long now) {
        PoolSettings.Lifetime lifetime = settings.care().lifetime();
        double shorter =
                lifetime.variance() == 0 ? 0 : ThreadLocalRandom.current().nextDouble(lifetime.variance());
        long expiresAt = now + (long) (lifetime.maxNanos() * (1 - shorter));
        return new Entry.Place(begun.index(), begun.lane(), now, expiresAt);
    }

    private void lost(Entry<C> entry) {
        boolean unused = retire(entry, CloseReason.LOST);
        lock.lock();
        try {
            alive--;
        } finally {
            lock.unlock();
        }
        finishClose();
    }

    /** Gives out no more leases of a connection and closes it after the last; false if that was so already. */
    boolean retire(Entry<C> entry, CloseReason reason) {
        lock.lock();
        try {
            if (entry.reason != null) {
                return false;
            }
            entry.reason = reason;
            open--;
        } finally {
            lock.unlock();
        }
        counters.closed(reason);
        slots.close(entry);
        return true;
    }

    /** Closes a connection that has no lease any more and will get none; its place is free when it has ended. */
    void drained(Entry<C> entry) {
        entry.connection().close();
        CompletableFuture<Void> unused = entry.connection()
                .closed()
                .whenComplete((done, error) -> vacated(entry.place.index(), entry.place.lane()));
    }

    private void vacated(int index, int lane) {
        lanes.give(lane);
        lock.lock();
        try {
            places.clear(index);
            size = places.cardinality();
        } finally {
            lock.unlock();
        }
        events.room();
    }

    /** Begins another life: what is open or on its way is not used again. */
    void newGeneration() {
        lock.lock();
        try {
            generation++;
        } finally {
            lock.unlock();
        }
        retireAll(CloseReason.STALE);
    }

    private void retireAll(CloseReason reason) {
        for (int index = 0; index < slots.max(); index++) {
            Entry<C> entry = slots.entry(index);
            if (entry != null) {
                boolean unused = retire(entry, reason);
            }
        }
    }

    /** Closes the pool if it has no connection and nothing on its way; whether it is closed now. */
    boolean closeIfEmpty() {
        lock.lock();
        try {
            closed = closed || (alive == 0 && places.isEmpty());
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Opens no more, closes what is idle at once and what is leased after its last lease, but at the deadline at the
     * latest. To be called once.
     *
     * @return completes when all have ended
     */
    CompletableFuture<Void> close(long deadlineNanos) {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        retireAll(CloseReason.CLOSED);
        if (deadlineNanos <= 0) {
            endAll();
        } else {
            Timer.Cancellable deadline = parts.timer().schedule(this::endAll, deadlineNanos);
            var unused = ended.thenRun(deadline::cancel);
        }
        finishClose();
        return ended;
    }

    private void endAll() {
        for (int index = 0; index < slots.max(); index++) {
            Entry<C> entry = slots.entry(index);
            if (entry != null) {
                entry.connection().close();
            }
        }
    }

    private void finishClose() {
        boolean all;
        lock.lock();
        try {
            all = closed && alive == 0;
        } finally {
            lock.unlock();
        }
        if (all) {
            ended.complete(null);
        }
    }
}
