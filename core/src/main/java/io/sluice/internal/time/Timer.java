package io.sluice.internal.time;

/**
 * Runs tasks later. Never rejects a task. A task that is scheduled after the timer was closed still runs; one that was waiting
 * when the timer was closed does not.
 */
public interface Timer {

    /**
     * Runs a task once on a thread that is shared by many tasks and callbacks: a network thread while there is one. It is late
     * if all of them are busy.
     *
     * @param delayNanos from now; 0 or less means as soon as possible, but never inside this call
     */
    Cancellable schedule(Runnable task, long delayNanos);

    /**
     * Runs a task once, in time even if callbacks block other threads: for the end of a close and the like. Costs a thread
     * when it runs.
     *
     * @param delayNanos as for {@link #schedule}
     */
    default Cancellable deadline(Runnable task, long delayNanos) {
        return schedule(task, delayNanos);
    }

    /** A scheduled task. */
    @FunctionalInterface
    interface Cancellable {
        /** Cancels the task unless its time has come; safe to call at any time. */
        void cancel();
    }
}
