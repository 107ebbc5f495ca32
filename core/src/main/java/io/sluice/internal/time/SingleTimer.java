package io.sluice.internal.time;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs one task later and is scheduled at most once at a time: a call while the task waits does nothing. If the timer throws,
 * the task is not scheduled and the next call tries again. Safe for use by many threads.
 */
public final class SingleTimer {
    private final Timer timer;
    private final Runnable task;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile Timer.Cancellable waiting = () -> {};

    /** @param task may schedule it again */
    public SingleTimer(Timer timer, Runnable task) {
        this.timer = timer;
        this.task = task;
    }

    /** Runs the task once after this delay, unless it is already scheduled. */
    public void schedule(long delayNanos) {
        // Read first: callers on the hot path nearly always find it scheduled.
        if (scheduled.get() || !scheduled.compareAndSet(false, true)) {
            return;
        }
        boolean accepted = false;
        try {
            waiting = timer.schedule(this::run, delayNanos);
            accepted = true;
        } finally {
            if (!accepted) {
                scheduled.set(false);
            }
        }
    }

    private void run() {
        scheduled.set(false);
        task.run();
    }

    public boolean isScheduled() {
        return scheduled.get();
    }

    /** Cancels the task unless its time has come. Must be called when it is not scheduled any more. */
    public void cancel() {
        waiting.cancel();
    }
}
