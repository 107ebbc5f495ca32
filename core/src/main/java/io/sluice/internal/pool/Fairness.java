package io.sluice.internal.pool;

/** Which threads may take a free permit while others wait. While nobody waits, all policies are the same. */
public enum Fairness {
    /**
     * A thread that has just been served, for about as long as switching to it took; then it joins the end of the line. So
     * at least about half of the time is work, and a wait is not much more than twice that of strict order. Futures are
     * served in strict order: to complete one is no switch of threads.
     */
    ADAPTIVE,

    /** Any thread, so a waiter may wait for ever. */
    UNFAIR,

    /** None. Each permit that goes to a waiting thread costs a switch of threads. */
    FAIR
}
