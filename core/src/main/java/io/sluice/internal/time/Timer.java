package io.sluice.internal.time;

/**
 * Runs things later. Never rejects a task. A task that is scheduled after its owner has closed the timer still runs; one
 * that waits when the timer is closed does not.
 */
public interface Timer {

    /**
     * Runs a task once, on a thread that many tasks and callbacks share: a network thread while there is one. It is late
     * when all of them are busy.
     *
     * @param delayNanos from now; 0 or less means as soon as possible, but never inside this call
     */
    Cancellable schedule(Runnable task, long delayNanos);

    /**
     * Runs a task once, at its time whatever callbacks hold up other threads: for the end of a close and the like. Costs a
     * thread when it runs.
     *
     * @param delayNanos as for {@link #schedule}
     */
    default Cancellable deadline(Runnable task, long delayNanos) {
        return schedule(task, delayNanos);
    }

    /** A scheduled task. */
    @FunctionalInterface
    interface Cancellable {
        /** Keeps the task from running unless its time has come; safe to call at any time. */
        void cancel();
    }
}
