package io.sluice.internal.pool;

import io.sluice.internal.pool.Slots.Slot;
import io.sluice.internal.time.SingleTimer;
import io.sluice.internal.time.Timer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the open connections of a pool from time to time: closes idle, old and dead ones, opens what is missing to the
 * minimum, and in test mode reports leaked leases. Without a connection and a minimum there is no tick.
 */
final class HouseKeeper<C extends PooledConnection> {
    private static final Logger LOG = LoggerFactory.getLogger(HouseKeeper.class);
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_TICK_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final ConnectionPool<C> pool;
    private final PoolSettings settings;
    private final PoolParts parts;
    private final Slots<C> slots;
    private final ConnectionSet<C> connections;
    private final long tickNanos;
    private final SingleTimer ticks;
    private final Set<TracedLease> traced = ConcurrentHashMap.newKeySet();
    private volatile boolean minimumWanted = true;
    private volatile boolean fillingUp;

    HouseKeeper(ConnectionPool<C> pool) {
        this.pool = pool;
        settings = pool.settings;
        parts = pool.parts;
        slots = pool.slots;
        connections = pool.connections;
        tickNanos = tickNanos(settings);
        ticks = new SingleTimer(parts.timer(), this::tick);
    }

    /** Each timeout is kept to within a quarter. */
    private static long tickNanos(PoolSettings settings) {
        PoolSettings.Care care = settings.care();
        long[] timeouts = {
            care.idleNanos(),
            care.maxLifetimeNanos(),
            care.healthCheckNanos(),
            care.leakNanos(),
            settings.size().min() > 0 ? settings.connecting().failedExpiryNanos() : 0
        };
        long shortest = 0;
        for (long timeout : timeouts) {
            if (timeout > 0 && (shortest == 0 || timeout < shortest)) {
                shortest = timeout;
            }
        }
        if (shortest == 0) {
            shortest = LONGEST_TICK_NANOS;
        }
        return Math.min(LONGEST_TICK_NANOS, Math.max(SHORTEST_TICK_NANOS, shortest / 4));
    }

    void begin() {
        if (settings.size().min() > 0) {
            keepMinimum();
            arm();
        }
    }

    /** Schedules the next tick unless one is scheduled. */
    void arm() {
        if (!connections.isClosed()) {
            ticks.schedule(tickNanos);
        }
    }

    void end() {
        ticks.cancel();
        for (TracedLease lease : traced) {
            report(lease, "at the close of the pool");
        }
    }

    private void tick() {
        if (connections.isClosed()) {
            return;
        }
        try {
            look();
        } finally {
            // A connection that is opened from now on schedules a tick itself.
            if (connections.size() > 0 || settings.size().min() > 0) {
                arm();
            }
        }
    }

    private void look() {
        long now = parts.clock().nanoTime();
        for (Slot<C> slot : slots.all()) {
            look(slot, now);
        }
        keepMinimum();
        long limit = settings.care().leakNanos();
        if (limit > 0) {
            traced.stream().filter(lease -> lease.isOverdue(now, limit)).forEach(lease -> report(lease, "too long"));
        }
    }

    private void look(Slot<C> slot, long now) {
        PoolSettings.Care care = settings.care();
        long uses = slot.uses();
        if (uses != slot.usesSeen || slot.leases() > 0) {
            slot.usesSeen = uses;
            slot.idleSinceNanos = now;
        }
        if (care.maxLifetimeNanos() > 0 && now - slot.expiresAtNanos >= 0) {
            connections.retire(slot, CloseReason.LIFETIME);
        } else if (care.idleNanos() > 0
                && now - slot.idleSinceNanos >= care.idleNanos()
                && connections.size() > settings.size().min()) {
            connections.retire(slot, CloseReason.IDLE);
        } else if (care.healthCheckNanos() > 0 && now - slot.checkedAtNanos >= care.healthCheckNanos()) {
            check(slot, now);
        }
    }

    private void check(Slot<C> slot, long now) {
        if (!slot.tryLeaseIdle()) {
            // It is in use: its calls have their own timeouts.
            return;
        }
        slot.checkedAtNanos = now;
        // A check does not count as use: the connection stays idle.
        slot.usesSeen = slot.uses();
        CompletableFuture<Boolean> verdict = new CompletableFuture<>();
        Timer.Cancellable timeout = parts.timer()
                .schedule(() -> verdict.complete(false), settings.care().healthCheckNanos());
        CompletableFuture<Boolean> answer;
        try {
            answer = slot.connection().checkHealth();
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        var unusedAnswer = answer.whenComplete((healthy, error) -> verdict.complete(error == null && healthy));
        var unused = verdict.thenAccept(healthy -> {
            timeout.cancel();
            if (!healthy) {
                connections.retire(slot, CloseReason.UNHEALTHY);
            }
            // Bypasses the counters: a check does not count as use.
            pool.queue.release(slot);
        });
    }

    private void keepMinimum() {
        if (minimumWanted && !fillingUp && connections.size() < settings.size().min() && !connections.isBackingOff()) {
            fillingUp = true;
            var unused = connections
                    .warmUp(settings.size().min(), settings.connecting().maxConnecting())
                    .thenRun(() -> fillingUp = false);
        }
    }

    void opened() {
        minimumWanted = true;
        arm();
    }

    /** The target cannot be reached: leaves it alone until a caller has got a connection to it again. */
    void unreachable() {
        minimumWanted = false;
    }

    /** A lease in test mode. */
    Lease<C> traced(Slot<C> slot) {
        TracedLease lease = new TracedLease(slot, parts.clock().nanoTime());
        traced.add(lease);
        return lease;
    }

    private void report(TracedLease lease, String when) {
        LOG.warn("{} of {} held {}", lease, pool.name, when, lease.taker);
        pool.counters.leaks.increment();
    }

    /** A lease in test mode: it knows where and when it was acquired, and can be released only once. */
    private final class TracedLease implements Lease<C> {
        private final Slot<C> slot;
        private final long takenAtNanos;
        private final Throwable taker = new Throwable("the lease was acquired here");
        private final AtomicBoolean released = new AtomicBoolean();
        /** Written only by the tick. */
        private boolean reported;

        TracedLease(Slot<C> slot, long takenAtNanos) {
            this.slot = slot;
            this.takenAtNanos = takenAtNanos;
        }

        @Override
        public C connection() {
            if (released.get()) {
                throw new IllegalStateException("the lease of " + slot + " was already released", taker);
            }
            return slot.connection();
        }

        @Override
        public void release() {
            if (!released.compareAndSet(false, true)) {
                throw new IllegalStateException("a lease of " + slot + " was released twice", taker);
            }
            traced.remove(this);
            slot.release();
        }

        /** Whether it has been held for too long and that has not been reported yet; true once. */
        boolean isOverdue(long nowNanos, long limitNanos) {
            if (reported || nowNanos - takenAtNanos < limitNanos) {
                return false;
            }
            reported = true;
            return true;
        }

        @Override
        public String toString() {
            return "lease of " + slot;
        }
    }
}
