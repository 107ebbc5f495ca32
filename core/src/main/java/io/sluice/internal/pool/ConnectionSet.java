package io.sluice.internal.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.pool.Slots.Slot;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.SingleTimer;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of a pool from the start of their connect to their end, how many are allowed, and how many are wanted.
 * A connection counts from the start of its connect until it has ended and its last lease was released.
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

    /** Whether a connect was ever begun. */
    @GuardedBy("lock") private boolean begun;

    /** Warm-ups that have not ended, in order of arrival. Their counts are guarded by the lock. */
    private final Queue<WarmUp> warmUps = new ConcurrentLinkedQueue<>();

    // Invariants, under lock: size == connecting + slots, which are open, draining or ending; open <= size -
    // connecting.
    // Written under the lock, read without it: decisions are checked again under it.
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger connecting = new AtomicInteger();
    /** Connections that give out leases. */
    private final AtomicInteger open = new AtomicInteger();

    private volatile boolean closed;

    /** While connections are open, no further one is opened before this time. */
    private volatile long growNotBeforeNanos;

    /** Whether one more connection is wanted although no caller waits. */
    private volatile boolean growthWanted;

    /** Calls of {@link #reconcile} not yet seen by the thread that runs it; above 0 there is such a thread. */
    private final AtomicInteger reconciling = new AtomicInteger();

    private final Runnable reconciler = this::reconcile;
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
            int loop, long startNanos, @Nullable WarmUp warmUp) {

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
        retry = new SingleTimer(parts.timer(), reconciler);
        growNotBeforeNanos = parts.clock().nanoTime();
    }

    /** Connections, those under way and ending included. */
    int size() {
        return size.get();
    }

    /** Connects under way. */
    int connecting() {
        return connecting.get();
    }

    /** Leases of all connections since the beginning. */
    long uses() {
        lock.lock();
        try {
            return slots.uses();
        } finally {
            lock.unlock();
        }
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
        if (connecting.get() == 0 && !isFull() && !isBackingOff()) {
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
        int missing = Math.min(count, settings.size().max()) - size.get();
        WarmUp warmUp = new WarmUp(Math.max(0, missing), parallelism);
        warmUps.add(warmUp);
        reconcile();
        return warmUp.result;
    }

    /** Whether connections are open or being opened, and a failed connect is too recent for another one. */
    boolean isBackingOff() {
        return parts.clock().nanoTime() - growNotBeforeNanos < 0 && (open.get() > 0 || connecting.get() > 0);
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
        return size.get() >= settings.size().max();
    }

    private void startWanted() {
        while (!closed && !isFull()) {
            WarmUp warmUp = startableWarmUp();
            if ((warmUp == null && !isWantedByCallers()) || !parts.connects().tryTake(reconciler)) {
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
            for (WarmUp warmUp : warmUps) {
                if (warmUp.left > 0 && warmUp.underWay < warmUp.parallelism) {
                    return warmUp;
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    private boolean isWantedByCallers() {
        if (growthWanted) {
            growthWanted = false;
            if (connecting.get() == 0) {
                return true;
            }
        }
        long served = (long) connecting.get() * settings.size().callsPerConnection();
        if (pool.waiting() <= served
                || connecting.get() >= settings.connecting().maxConnecting()) {
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

    /** Counts a connect as under way. Returns null if the set is closed. */
    private @Nullable Connect begin(@Nullable WarmUp warmUp) {
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            size.getAndIncrement();
            connecting.getAndIncrement();
            begun = true;
            if (warmUp != null) {
                warmUp.left--;
                warmUp.underWay++;
            }
        } finally {
            lock.unlock();
        }
        return new Connect(loops.take(), parts.clock().nanoTime(), warmUp);
    }

    /** Ends the warm-ups that have nothing left to do. */
    private void finishWarmUps() {
        List<WarmUp> done = new ArrayList<>();
        int openNow;
        lock.lock();
        try {
            for (WarmUp warmUp : warmUps) {
                if (closed || isFull()) {
                    // Others have opened what was missing.
                    warmUp.left = 0;
                }
                if (warmUp.left == 0 && warmUp.underWay == 0) {
                    done.add(warmUp);
                }
            }
            warmUps.removeAll(done);
            openNow = open.get();
        } finally {
            lock.unlock();
        }
        for (WarmUp warmUp : done) {
            warmUp.result.complete(new WarmUpResult(warmUp.opened, openNow, warmUp.errors));
        }
    }

    // ---- a connection from its connect to its end ----

    private void connect(Connect connect) {
        CompletableFuture<C> opening;
        try {
            opening = opener.open(connect.loop());
        } catch (Throwable e) { // It is already counted, and others may wait for it.
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
            unreachable = connecting.decrementAndGet() == 0 && open.get() == 0 && !closed;
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
        makeRoom(connect.loop(), null);
        endIfClosed();
    }

    private void succeeded(Connect connect, C connection) {
        long now = parts.clock().nanoTime();
        Slot<C> slot = new Slot<>(connection, connect.loop(), now, expiresAtNanos(now), pool::release);
        boolean unwanted;
        lock.lock();
        try {
            unwanted = closed;
            if (unwanted) {
                boolean unused = slot.close();
            } else {
                open.getAndIncrement();
            }
            slots.add(slot);
            connecting.getAndDecrement();
            connect.ended(null);
        } finally {
            lock.unlock();
        }
        pool.counters.opened(now - connect.startNanos());
        CompletableFuture<Void> unusedEnd = connection.closed().whenComplete((done, error) -> lost(slot));
        if (unwanted) {
            pool.counters.closed(CloseReason.CLOSED);
            drained(slot);
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

    private void lost(Slot<C> slot) {
        retire(slot, CloseReason.LOST);
        endIfClosed();
    }

    /** Stops leasing a connection and closes it after its last lease. Does nothing the second time. */
    void retire(Slot<C> slot, CloseReason reason) {
        boolean isUnused;
        lock.lock();
        try {
            if (slot.isClosed()) {
                return;
            }
            isUnused = slot.close();
            open.getAndDecrement();
        } finally {
            lock.unlock();
        }
        pool.counters.closed(reason);
        if (isUnused) {
            drained(slot);
        }
        reconcile();
    }

    /** Closes a retired connection that has no lease left; there is room for another one when it has ended. */
    private void drained(Slot<C> slot) {
        slot.connection().close();
        CompletableFuture<Void> unused =
                slot.connection().closed().whenComplete((done, error) -> makeRoom(slot.loop, slot));
    }

    /** @param slot of the connection that has ended; null for a connect that has failed */
    private void makeRoom(int loop, @Nullable Slot<C> slot) {
        loops.give(loop);
        lock.lock();
        try {
            if (slot != null) {
                slots.remove(slot);
            }
            size.getAndDecrement();
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
            closed = closed || (begun && size.get() == 0 && warmUps.isEmpty());
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
        for (Slot<C> slot : slots.all()) {
            retire(slot, CloseReason.CLOSED);
        }
        if (deadlineNanos <= 0) {
            endAll();
        } else {
            Timer.Cancellable deadline = parts.timer().schedule(this::endAll, deadlineNanos);
            var unused = ended.thenRun(deadline::cancel);
        }
        endIfClosed();
        reconcile();
    }

    private void endAll() {
        slots.all().forEach(slot -> slot.connection().close());
    }

    /** Completes {@link #ended} after a close if no connection is left. One with a lease may have ended, too. */
    private void endIfClosed() {
        // Without the lock: a connect that has succeeded adds its slot before it is no longer counted as under way.
        if (!closed || connecting.get() > 0) {
            return;
        }
        for (Slot<C> slot : slots.all()) {
            if (!slot.connection().closed().isDone()) {
                return;
            }
        }
        ended.complete(null);
    }
}
