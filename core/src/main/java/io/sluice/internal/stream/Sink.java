package io.sluice.internal.stream;

import io.sluice.Mutation;
import io.sluice.MutationCallback;
import java.util.concurrent.CompletableFuture;

/** The mutator as a stream sees it. No method waits. */
public interface Sink {

    /**
     * Accepts a mutation if there is room.
     *
     * @return false if there is none; the callback is not called then
     * @throws IllegalArgumentException if it can never be written
     */
    boolean tryMutate(Mutation mutation, MutationCallback callback);

    /**
     * Accepts a mutation when there is room for it, in order with everything else that waits for room.
     *
     * @return completes when it was accepted, or refused because the mutator is closed, which the callback then gets
     */
    CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback);

    /** Completes when there is room for many mutations. */
    CompletableFuture<Void> ready();

    /** Sends what is buffered. */
    void flush();
}
