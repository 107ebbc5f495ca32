package io.sluice;

/** In which order mutations of one row reach the server. */
public enum Ordering {
    /**
     * HBase's promise: in order inside one buffer, unless one of them is tried again. Of two buffers sent one after the
     * other, the second may arrive first. Threads that write at the same instant may be given buffers of their own, between
     * which there is no order.
     */
    NONE,

    /**
     * In the order of {@code mutate}, across buffers, retries, cuts of requests and moves of regions: a mutation is not
     * sent before all earlier ones of its row have settled or travel in front of it in the same request. Other rows do not
     * wait.
     *
     * <p>It holds between mutations of one mutator, one of which was given to it before the other (by the same thread, or
     * by threads that agree on it). It does not reach what a server does on its own: a request that timed out may be
     * carried out later, behind what was sent after it; {@code setClientTimestamps} makes that harmless, too. And when a
     * server refuses one mutation of a request alone because a store is too busy
     * ({@code hbase.region.store.parallel.put.limit}, off by default), later ones of the same row in the same request
     * have been applied before it is tried again.
     */
    PER_ROW
}
