package io.sluice.internal.pool;

import io.sluice.internal.time.Timer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the open connections of a pool from time to time: closes what is idle, too old or dead, opens what is
 * missing to the minimum, and in test mode names leases that were forgotten. No connection and nothing to open: no tick.
 */
final class Upkeep<C extends PooledConnection> {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final long SHORTEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_TICK_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final PoolSettings settings;
    private final PoolParts parts;
    private final Pool<C> pool;
    private final long tickNanos;
    /** Whether a tick is due or under way; so there is one at a time. */
    private final AtomicBoolean armed = new AtomicBoolean();

    private final Set<TracedLease<C>> traced = ConcurrentHashMap.newKeySet();
    private volatile boolean ended;
    private volatile boolean minimumWanted = true;
    private volatile Timer.Cancellable next = () -> {};

    /** What is looked after. */
    record Pool<C extends PooledConnection>(
            String name, Slots<C> slots, Opening<C> opening, PoolCounters counters, Consumer<Entry<C>> release) {}

    Upkeep(PoolSettings settings, PoolParts parts, Pool<C> pool) {
        this.settings = settings;
        this.parts = parts;
        this.pool = pool;
        tickNanos = tickNanos(settings);
    }

    /** Each time is kept to within a fourth of it. */
    private static long tickNanos(PoolSettings settings) {
        PoolSettings.Care care = settings.care();
        long shortest = LongStream.of(
                        care.idleNanos(),
                        care.lifetime().maxNanos(),
                        care.healthCheckNanos(),
                        care.leakNanos(),
                        settings.size().min() > 0 ? settings.connecting().failedExpiryNanos() : 0)
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(LONGEST_TICK_NANOS);
        return Math.min(LONGEST_TICK_NANOS, Math.max(SHORTEST_TICK_NANOS, shortest / 4));
    }

    /** Opens the minimum. */
    void begin() {
        if (settings.size().min() > 0) {
            keepMinimum();
            arm();
        }
    }

    /** Has the connections looked at after a while, if that is not so already. */
    void arm() {
        if (!ended && !armed.get() && armed.compareAndSet(false, true)) {
            next = parts.timer().schedule(this::tick, tickNanos);
        }
    }

    /** No further tick. */
    void end() {
        ended = true;
        next.cancel();
        traced.forEach(lease -> report(lease, "at the close of the pool"));
    }

    private void tick() {
        if (ended) {
            return;
        }
        long now = parts.clock().nanoTime();
        for (int index = 0; index < pool.slots().max(); index++) {
            Entry<C> entry = pool.slots().entry(index);
            if (entry != null) {
                look(entry, now);
            }
        }
        keepMinimum();
        long limit = settings.care().leakNanos();
        if (limit > 0) {
            traced.stream().filter(lease -> lease.isOverdue(now, limit)).forEach(lease -> report(lease, "too long"));
        }
        // Who opens a connection now may still see this tick; so the size is read after that has ended.
        armed.set(false);
        if (pool.opening().size() > 0 || settings.size().min() > 0) {
            arm();
        }
    }

    private void look(Entry<C> entry, long now) {
        PoolSettings.Care care = settings.care();
        int index = entry.place.index();
        long uses = pool.slots().uses(index);
        if (uses != entry.usesSeen || pool.slots().leases(index) > 0) {
            entry.usesSeen = uses;
            entry.idleSinceNanos = now;
        }
        if (care.lifetime().maxNanos() > 0 && now - entry.place.expiresAtNanos() >= 0) {
            retire(entry, CloseReason.LIFETIME);
        } else if (care.idleNanos() > 0
                && now - entry.idleSinceNanos >= care.idleNanos()
                && pool.opening().size() > settings.size().min()) {
            retire(entry, CloseReason.IDLE);
        } else if (care.healthCheckNanos() > 0 && now - entry.checkedAtNanos >= care.healthCheckNanos()) {
            check(entry, now);
        }
    }

    private void retire(Entry<C> entry, CloseReason reason) {
        boolean unused = pool.opening().retire(entry, reason);
    }

    private void check(Entry<C> entry, long now) {
        if (!pool.slots().tryTakeIdle(entry)) {
            // In use: its calls have timeouts of their own.
            return;
        }
        entry.checkedAtNanos = now;
        // A check is no use: the connection stays idle.
        entry.usesSeen = pool.slots().uses(entry.place.index());
        AtomicBoolean decided = new AtomicBoolean();
        Timer.Cancellable timeout = parts.timer()
                .schedule(() -> checked(entry, decided, false), settings.care().healthCheckNanos());
        CompletableFuture<Boolean> answer;
        try {
            answer = entry.connection().checkHealth();
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        var unused = answer.whenComplete((healthy, error) -> {
            timeout.cancel();
            checked(entry, decided, error == null && healthy);
        });
    }

    private void checked(Entry<C> entry, AtomicBoolean decided, boolean healthy) {
        if (!decided.compareAndSet(false, true)) {
            return;
        }
        if (!healthy) {
            retire(entry, CloseReason.UNHEALTHY);
        }
        pool.release().accept(entry);
    }

    private void keepMinimum() {
        Opening<C> opening = pool.opening();
        while (minimumWanted
                && opening.size() < settings.size().min()
                && (opening.mayGrow() || (opening.connecting() == 0 && opening.hasNoneOpen()))
                && opening.tryStart(settings.connecting().maxConnecting(), error -> {}) == Opening.Start.STARTED) {
            // Each start counts at once.
        }
    }

    /** Notes that a connection was opened. */
    void opened() {
        minimumWanted = true;
        arm();
    }

    /** Leaves a target alone that cannot be reached, until somebody wants a connection to it again. */
    void unreachable() {
        minimumWanted = false;
    }

    /** A lease that is timed, or of the test mode. */
    Lease<C> lease(Entry<C> entry) {
        long now = parts.clock().nanoTime();
        if (settings.care().timesUse()) {
            pool.counters().useBegins(now);
        }
        if (settings.care().leakNanos() == 0) {
            return entry;
        }
        TracedLease<C> lease = new TracedLease<>(entry, now, this::released);
        traced.add(lease);
        return lease;
    }

    private void released(TracedLease<C> lease, Entry<C> entry) {
        traced.remove(lease);
        entry.release();
    }

    private void report(TracedLease<C> lease, String when) {
        LOG.warn("{} of {} held {}", lease, pool.name(), when, lease.taker());
        pool.counters().leaked();
    }
}
