package io.sluice.internal.retry;

import io.sluice.MutationCallback;
import io.sluice.Row;
import org.jspecify.annotations.Nullable;

/**
 * One callback for all mutations of a writer, so that none of them keeps an object until it has settled. It does not know its
 * mutations; a failed one is therefore recreated from the buffer.
 */
public interface SharedCallback extends MutationCallback {

    /**
     * A mutation has failed for good. Called once for each, on the thread that learns of it, before {@link #settled} is called
     * for it and before it counts as settled: a thread that waits for it finds the failure. Must neither block nor throw.
     *
     * @param mutation equal to the one that was written, with timestamps if the client sets them; null if it could not be
     *     copied into the buffer or read from it
     * @param error what its future would have failed with
     */
    void failed(@Nullable Row mutation, Throwable error);
}
