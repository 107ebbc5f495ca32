package io.sluice;

/** The order in which mutations of one row reach the server. */
public enum Ordering {
    /**
     * HBase's guarantee: in order within one buffer, unless one of them is retried. If two buffers are sent one after
     * the other, the second may arrive first. Threads that write at the same instant may get buffers of their own,
     * between which there is no order.
     */
    NONE,

    /**
     * In the order of the {@code mutate} calls, across buffers, retries, split requests and region moves: a mutation is
     * not sent before all earlier ones of its row have settled or precede it in the same request. Other rows do not
     * wait.
     *
     * <p>The order applies to mutations of one mutator of which one was passed to it before the other (by the same
     * thread, or by synchronized threads). It does not cover what a server does on its own: a request that timed out
     * may be executed later, after requests that were sent after it; {@code setClientTimestamps} makes that harmless,
     * too. And if a server refuses a single mutation of a request because a store is too busy ({@code
     * hbase.region.store.parallel.put.limit}, off by default), later ones of the same row in the same request have been
     * applied before it is retried.
     */
    PER_ROW
}
