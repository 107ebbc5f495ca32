package io.sluice.internal.batch;

/** Sends the mutations of one request to one region server. */
public interface BatchSender {

    /**
     * Sends one {@code Multi}. The cells are read from the batch's blocks at any time until {@code answer} is called,
     * and never afterwards: the blocks may then be used again.
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
