package io.sluice.internal.pool;

/** Who gets a permit that is released while others wait. While nobody waits they are all the same. */
public enum Fairness {
    /**
     * Who has waited longest; but a thread that was served may go on taking what is free for as long as switching to it
     * took, about, and queues up behind the others after that. So at least about half of the time goes into work, and
     * nobody waits for much more than twice as long as in strict order. No more threads are woken at once than the
     * processors can take up. Futures are served in strict order: to complete one is no switch.
     */
    ADAPTIVE,

    /** Whoever comes first; who waits is woken to try again, and may fail for ever. */
    UNFAIR,

    /** Who has waited longest, and newcomers queue up behind. Each hand-over to a thread is a switch of threads. */
    FAIR
}
