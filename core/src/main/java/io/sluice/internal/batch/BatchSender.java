package io.sluice.internal.batch;

/** Sends the mutations of one request to one region server. */
public interface BatchSender {

    /**
     * Sends one {@code Multi}. Entries of the batch are read inside this call, or later between {@link Batch#tryRetain} and
     * {@link Batch#release}; if the batch cannot be retained, the mutations have been given up and must not be sent.
     *
     * @param batch the mutations to send, and their server
     * @param timeoutNanos how long the answer may take, from this call on, including the wait for a connection
     * @param answer receives the outcome exactly once, on a thread of the sender and never inside this call, so that no
     *     caller of {@code mutate()} runs another's completions
     */
    void send(ServerBatch batch, long timeoutNanos, Answer answer);

    /** Receives the outcome of a request. */
    @FunctionalInterface
    interface Answer {
        void complete(ServerBatchResult result);
    }
}
