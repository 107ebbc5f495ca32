package io.sluice.internal.pool;

/** Who gets a permit that is released while others wait. While nobody waits they are all the same. */
public enum Fairness {
    /**
     * Who has waited longest; but once a permit was handed over it is open to whoever comes for as long as a hand-over
     * takes about. So at least half of the time goes into work, and nobody waits for much more than twice as long as in
     * strict order.
     */
    ADAPTIVE,

    /** Whoever comes first; who waits is woken to try again, and may fail for ever. */
    UNFAIR,

    /** Who has waited longest, and newcomers queue up behind. Each hand-over to a thread is a switch of threads. */
    FAIR
}
