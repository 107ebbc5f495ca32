package io.sluice.internal.pool;

/** Which threads may take a free permit while others wait. While no thread waits, all policies are the same. */
public enum Fairness {
    /**
     * A thread that has just been served, for about as long as switching to it took; after that it joins the end of the
     * queue. So about half of the time or more is spent on work, and a wait is not much longer than twice that of strict
     * order. Futures are served in strict order, since completing one does not switch threads.
     */
    ADAPTIVE,

    /** Any thread, so a waiter may starve. */
    UNFAIR,

    /** None. Each permit that goes to a waiting thread costs a thread switch. */
    FAIR
}
