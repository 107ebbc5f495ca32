package io.sluice.internal.time;

/** Runs things later. Tasks must be short; they run on a thread that others share. */
public interface Timer {

    /**
     * Runs a task once.
     *
     * @param delayNanos from now; 0 or less means as soon as possible, but never inside this call
     */
    Cancellable schedule(Runnable task, long delayNanos);

    /** A scheduled task. */
    @FunctionalInterface
    interface Cancellable {
        /** Keeps the task from running unless it has started; safe to call at any time. */
        void cancel();
    }
}
