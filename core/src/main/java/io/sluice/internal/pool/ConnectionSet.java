package io.sluice.internal.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.SingleTimer;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a pool from the start of their connect to their end, how many are allowed, and how many are wanted.
 * A slot is occupied from the start of the connect until the connection has ended and its last lease was released.
 *
 * <p>Invariant, after each event: while more callers wait than the connects under way will serve, or a warm-up has
 * connects left, and slots, {@code maxConnecting} and {@link ConnectLimit} allow it, another connect is under way. After
 * a failed connect while others are open, this holds only once the back-off is over. Only {@link #reconcile} starts
 * connects, and every event ends with a call of it.
 */
final class ConnectionSet<C extends PooledConnection> {
    /** Shortest pause after a connect that failed while other connections are open. */
    private static final long SHORTEST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Opener<C> opener;
    private final ConnectionPool<C> pool;
    private final PoolSettings settings;
    private final PoolParts parts;
    final Slots<C> slots;
    private final EventLoopBalancer.Share loops;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    // Lock order: a leaf, held for a few assignments. No connection is called and no future completed under it.
    private final ReentrantLock lock = new ReentrantLock();

    // Invariants, under lock: size == slots occupied == connecting + connections that are open, draining or ending
    //                         open <= size - connecting; alive == connecting + connections that have not ended
    @GuardedBy("lock") private final BitSet occupied = new BitSet();

    @GuardedBy("lock") private int alive;

    /** Whether a connect was ever begun. */
    @GuardedBy("lock") private boolean begun;

    /** Warm-ups that have not ended, in order of arrival. Their counts are guarded by the lock. */
    private final Queue<WarmUp> warmUps = new ConcurrentLinkedQueue<>();

    // Written under the lock, read without it: decisions are checked again under it.
    private volatile int size;
    private volatile int connecting;
    /** Connections that give out leases. */
    private volatile int open;

    private volatile boolean closed;

    /** While connections are open, no further one is opened before this time. */
    private volatile long growNotBeforeNanos;

    /** Whether one more connection is wanted although no caller waits. */
    private volatile boolean growthWanted;

    /** Calls of {@link #reconcile} not yet seen by the thread that runs it; above 0 there is such a thread. */
    private final AtomicInteger reconciling = new AtomicInteger();

    private final AtomicBoolean queuedForLimit = new AtomicBoolean();
    /** Reconciles at the end of a back-off. */
    private final SingleTimer retry;

    /** A warm-up under way. */
    private static final class WarmUp {
        private final int parallelism;
        private final CompletableFuture<WarmUpResult> result = new CompletableFuture<>();
        private final List<Throwable> errors = new ArrayList<>();
        /** Connects not started yet. */
        private int left;

        private int underWay;
        private int opened;

        WarmUp(int missing, int parallelism) {
            left = missing;
            this.parallelism = parallelism;
        }

        boolean mayStart() {
            return left > 0 && underWay < parallelism;
        }

        boolean hasEnded() {
            return left == 0 && underWay == 0;
        }

        void ended(@Nullable Throwable error) {
            underWay--;
            if (error == null) {
                opened++;
            } else {
                errors.add(error);
            }
        }
    }

    /** A connect under way. */
    private record Connect(
            int index, int loop, long startNanos, @Nullable WarmUp warmUp) {

        /** Must be called under the lock of the set. */
        void ended(@Nullable Throwable error) {
            if (warmUp != null) {
                warmUp.ended(error);
            }
        }
    }

    /** @param pool is called back without a lock held */
    ConnectionSet(Opener<C> opener, ConnectionPool<C> pool) {
        this.opener = opener;
        this.pool = pool;
        settings = pool.settings;
        parts = pool.parts;
        slots = new Slots<>(settings.size(), this::drained);
        loops = parts.loops().new Share();
        retry = new SingleTimer(parts.timer(), this::reconcile);
        growNotBeforeNanos = parts.clock().nanoTime();
    }

    /** Connections, those under way and ending included. */
    int size() {
        return size;
    }

    /** Connects under way. */
    int connecting() {
        return connecting;
    }

    boolean isClosed() {
        return closed;
    }

    /** Completes when all connections have ended after a close. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    // ---- what is wanted ----

    /** Opens one more connection for later, unless a connect is under way. */
    void grow() {
        if (connecting == 0 && !isFull() && !isBackingOff()) {
            growthWanted = true;
            reconcile();
        }
    }

    /**
     * Opens connections until there are {@code count}, connects under way included. A failed connect is not repeated and
     * does not stop the others.
     *
     * @param parallelism connects at the same time, in addition to those for waiting callers
     * @return completes when the last connect has ended, never exceptionally
     */
    CompletableFuture<WarmUpResult> warmUp(int count, int parallelism) {
        int missing = Math.min(count, settings.size().max()) - size;
        WarmUp warmUp = new WarmUp(Math.max(0, missing), parallelism);
        warmUps.add(warmUp);
        reconcile();
        return warmUp.result;
    }

    /** Whether connections are open or being opened, and a failed connect is too recent for another one. */
    boolean isBackingOff() {
        return parts.clock().nanoTime() - growNotBeforeNanos < 0 && (open > 0 || connecting > 0);
    }

    // ---- reconcile ----

    /**
     * Starts the connects that are wanted and allowed. Called after each event that may change either. One thread at a time
     * does this; a call in the meantime, or a nested one since a connect may end within its start, makes it look again.
     */
    void reconcile() {
        // Without room there is nothing to start, and the end of a connection calls this again.
        if ((isFull() && warmUps.isEmpty()) || reconciling.getAndIncrement() > 0) {
            return;
        }
        boolean complete = false;
        try {
            int seen = 1;
            while (seen > 0) {
                startWanted();
                finishWarmUps();
                seen = reconciling.addAndGet(-seen);
            }
            complete = true;
        } finally {
            if (!complete) {
                // An Error was thrown: the next event tries again.
                reconciling.set(0);
            }
        }
    }

    private boolean isFull() {
        return size >= settings.size().max();
    }

    private void startWanted() {
        while (!closed && !isFull()) {
            WarmUp warmUp = startableWarmUp();
            if ((warmUp == null && !isWantedByCallers()) || !takeTotal()) {
                return;
            }
            Connect connect = begin(warmUp);
            if (connect == null) {
                parts.connects().give();
                return;
            }
            connect(connect);
        }
    }

    private @Nullable WarmUp startableWarmUp() {
        lock.lock();
        try {
            return warmUps.stream().filter(WarmUp::mayStart).findFirst().orElse(null);
        } finally {
            lock.unlock();
        }
    }

    private boolean isWantedByCallers() {
        if (growthWanted) {
            growthWanted = false;
            if (connecting == 0) {
                return true;
            }
        }
        long served = (long) connecting * settings.size().callsPerConnection();
        if (pool.waiting() <= served || connecting >= settings.connecting().maxConnecting()) {
            return false;
        }
        if (isBackingOff()) {
            // If nothing is open, the connects under way show whether the server can be reached; else wait for the
            // time.
            retry.schedule(growNotBeforeNanos - parts.clock().nanoTime());
            return false;
        }
        return true;
    }

    /** Takes one of the permits that all pools share, or has {@link #reconcile} called when there is one. */
    private boolean takeTotal() {
        if (parts.connects().tryTake()) {
            return true;
        }
        if (!queuedForLimit.compareAndSet(false, true)) {
            return false;
        }
        parts.connects().whenFree(() -> {
            queuedForLimit.set(false);
            reconcile();
        });
        // A permit may have been given back just before that.
        return parts.connects().tryTake();
    }

    /** Counts a connect as under way. Returns null if the set is closed. */
    private @Nullable Connect begin(@Nullable WarmUp warmUp) {
        int index;
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            index = occupied.nextClearBit(0);
            occupied.set(index);
            size = occupied.cardinality();
            count(1, 0);
            alive++;
            begun = true;
            if (warmUp != null) {
                warmUp.left--;
                warmUp.underWay++;
            }
        } finally {
            lock.unlock();
        }
        return new Connect(index, loops.take(), parts.clock().nanoTime(), warmUp);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Under the lock; volatile for readers.
    @GuardedBy("lock") private void count(int connectsBegun, int opened) {
        connecting = connecting + connectsBegun;
        open = open + opened;
    }

    /** Ends the warm-ups that have nothing left to do. */
    private void finishWarmUps() {
        List<WarmUp> done;
        int openNow;
        lock.lock();
        try {
            if (closed || isFull()) {
                // Others have opened what was missing.
                warmUps.forEach(warmUp -> warmUp.left = 0);
            }
            done = warmUps.stream().filter(WarmUp::hasEnded).toList();
            warmUps.removeAll(done);
            openNow = open;
        } finally {
            lock.unlock();
        }
        done.forEach(warmUp -> warmUp.result.complete(new WarmUpResult(warmUp.opened, openNow, warmUp.errors)));
    }

    // ---- a connection from its connect to its end ----

    private void connect(Connect connect) {
        CompletableFuture<C> opening;
        try {
            opening = opener.open(connect.loop());
        } catch (Throwable e) { // The slot is already occupied, and others may wait for it.
            opening = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<C> unused = opening.whenComplete((connection, error) -> {
            if (connection == null) {
                failed(connect, Completions.cause(error));
            } else {
                succeeded(connect, connection);
            }
        });
    }

    private void failed(Connect connect, Throwable error) {
        boolean unreachable;
        lock.lock();
        try {
            count(-1, 0);
            alive--;
            unreachable = open == 0 && connecting == 0 && !closed;
            growNotBeforeNanos = parts.clock().nanoTime()
                    + Math.max(SHORTEST_BACKOFF_NANOS, settings.connecting().failedExpiryNanos());
            connect.ended(error);
        } finally {
            lock.unlock();
        }
        pool.counters.failed.increment();
        if (unreachable) {
            pool.unreachable(error);
        }
        parts.connects().give();
        vacated(connect.index(), connect.loop());
        countOut(0);
    }

    private void succeeded(Connect connect, C connection) {
        long now = parts.clock().nanoTime();
        Entry<C> entry = new Entry<>(
                connection, slots.slot(connect.index()), connect.loop(), now, expiresAtNanos(now), pool::release);
        boolean unwanted;
        lock.lock();
        try {
            unwanted = closed;
            count(-1, unwanted ? 0 : 1);
            entry.retired = unwanted;
            if (!unwanted) {
                slots.open(entry);
            }
            connect.ended(null);
        } finally {
            lock.unlock();
        }
        pool.counters.opened(now - connect.startNanos());
        CompletableFuture<Void> unusedEnd = connection.closed().whenComplete((done, error) -> lost(entry));
        if (unwanted) {
            pool.counters.closed(CloseReason.CLOSED);
            drained(entry);
        } else {
            pool.opened();
        }
        parts.connects().give();
        // Only now: the callers that it has served do not want another connection.
        reconcile();
    }

    private long expiresAtNanos(long openedAtNanos) {
        PoolSettings.Care care = settings.care();
        double shorter = care.lifetimeVariance() * ThreadLocalRandom.current().nextDouble();
        return openedAtNanos + (long) (care.maxLifetimeNanos() * (1 - shorter));
    }

    private void lost(Entry<C> entry) {
        retire(entry, CloseReason.LOST);
        countOut(1);
    }

    /** Stops leasing a connection and closes it after its last lease. Does nothing the second time. */
    void retire(Entry<C> entry, CloseReason reason) {
        lock.lock();
        try {
            if (entry.retired) {
                return;
            }
            entry.retired = true;
            count(0, -1);
        } finally {
            lock.unlock();
        }
        pool.counters.closed(reason);
        slots.close(entry);
        reconcile();
    }

    /** Closes a retired connection that has no lease left; its slot is free when it has ended. */
    private void drained(Entry<C> entry) {
        entry.connection().close();
        CompletableFuture<Void> unused =
                entry.connection().closed().whenComplete((done, error) -> vacated(entry.slot.index, entry.loop));
    }

    private void vacated(int index, int loop) {
        loops.give(loop);
        lock.lock();
        try {
            occupied.clear(index);
            size = occupied.cardinality();
        } finally {
            lock.unlock();
        }
        reconcile();
    }

    // ---- close ----

    /**
     * Closes the set if it has no connection, connect or warm-up, and returns whether it is closed. A set that has never
     * begun a connect counts as used: its pool was made by a caller that is about to want a connection.
     */
    boolean closeIfEmpty() {
        lock.lock();
        try {
            closed = closed || (begun && alive == 0 && occupied.isEmpty() && warmUps.isEmpty());
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Opens no more connections, closes idle ones at once and leased ones after their last lease, at the deadline at the
     * latest. Must be called once.
     */
    void close(long deadlineNanos) {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        retry.cancel();
        slots.forEach(entry -> retire(entry, CloseReason.CLOSED));
        if (deadlineNanos <= 0) {
            endAll();
        } else {
            Timer.Cancellable deadline = parts.timer().schedule(this::endAll, deadlineNanos);
            var unused = ended.thenRun(deadline::cancel);
        }
        countOut(0);
        reconcile();
    }

    private void endAll() {
        slots.forEach(entry -> entry.connection().close());
    }

    /** Discounts connections that have ended; after a close the last one completes {@link #ended}. */
    private void countOut(int gone) {
        boolean all;
        lock.lock();
        try {
            alive -= gone;
            all = closed && alive == 0;
        } finally {
            lock.unlock();
        }
        if (all) {
            ended.complete(null);
        }
    }
}
