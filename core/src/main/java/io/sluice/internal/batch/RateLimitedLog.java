package io.sluice.internal.batch;

import io.sluice.internal.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Prevents an outage, in which each batch fails for the same reason, from filling the log: of each kind of warning it logs
 * one every ten seconds, which says how many were left out. Safe for use by many threads.
 */
final class RateLimitedLog {
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * Number of kinds remembered: there are few tables and few causes. Beyond that all are forgotten, which costs some
     * lines.
     */
    private static final int MOST_SUBJECTS = 100;

    private final Clock clock;
    private final Consumer<String> log;
    private final Map<String, Subject> subjects = new ConcurrentHashMap<>();

    private static final class Subject {
        private final AtomicLong nextNanos;
        private final AtomicLong leftOut = new AtomicLong();

        Subject(long nowNanos) {
            nextNanos = new AtomicLong(nowNanos);
        }
    }

    RateLimitedLog(Clock clock, Consumer<String> log) {
        this.clock = clock;
        this.log = log;
    }

    /**
     * Logs a warning, or counts it.
     *
     * @param about identifies the kind of warning
     * @param text made only if it is logged
     */
    void warn(String about, Supplier<String> text) {
        long now = clock.nanoTime();
        if (subjects.size() >= MOST_SUBJECTS) {
            subjects.clear();
        }
        Subject subject = subjects.computeIfAbsent(about, key -> new Subject(now));
        long next = subject.nextNanos.get();
        if (now - next < 0 || !subject.nextNanos.compareAndSet(next, now + INTERVAL_NANOS)) {
            subject.leftOut.getAndIncrement();
            return;
        }
        long leftOut = subject.leftOut.getAndSet(0);
        log.accept(leftOut == 0 ? text.get() : text.get() + " (" + leftOut + " more such warnings were left out)");
    }
}
