package io.sluice.internal.stream;

import io.sluice.Mutation;
import io.sluice.MutationCallback;
import java.util.concurrent.CompletableFuture;

/** What a stream needs of its mutator. Nothing here waits. */
public interface Sink {

    /**
     * Accepts a mutation if there is room.
     *
     * @return false if there is none; the callback will not be called then
     * @throws IllegalArgumentException if it can never be written
     */
    boolean tryMutate(Mutation mutation, MutationCallback callback);

    /**
     * Accepts a mutation when there is room for it, in turn with all others that wait for room.
     *
     * @return completes when it was accepted, or refused because the mutator is closed; the callback says which
     */
    CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback);

    /** Completes when there is room for many. */
    CompletableFuture<Void> ready();

    /** Sends what is buffered. */
    void flush();
}
