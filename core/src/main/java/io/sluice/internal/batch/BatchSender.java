package io.sluice.internal.batch;

/** Sends the mutations of one request to one region server. */
public interface BatchSender {

    /**
     * Sends one {@code Multi}. Entries of the batch are read inside this call, or later between {@link Batch#tryRetain} and
     * {@link Batch#release}; if it cannot be retained, the mutations have been given up and are not to be sent.
     *
     * @param batch what to send and to whom
     * @param timeoutNanos how long the answer may take, from this call on, waiting for a connection included
     * @param answer told the outcome exactly once, on a thread of the sender and never inside this call, so that no
     *     caller of {@code mutate()} runs another's completions
     */
    void send(ServerBatch batch, long timeoutNanos, Answer answer);

    /** Receives the outcome of a request. */
    @FunctionalInterface
    interface Answer {
        void complete(ServerBatchResult result);
    }
}
