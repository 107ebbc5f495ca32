package io.sluice;

import org.jspecify.annotations.Nullable;

/**
 * Gets the outcome of a mutation that was passed to {@link AsyncBufferedMutator#tryMutate}. One object may serve any
 * number of mutations, for instance by counting them, so that form creates no garbage.
 */
@FunctionalInterface
public interface MutationCallback {

    /**
     * The mutation has settled; called once for each, never inside {@code tryMutate}.
     *
     * <p>Runs where futures complete: on a network thread, which must not be blocked, unless the builder was given an
     * executor. Calls for several mutations may run on several threads concurrently. Exceptions it throws are logged.
     *
     * @param error null if the region server has acknowledged the mutation, else what its future would have failed
     *     with, see {@link AsyncBufferedMutator#mutate(Mutation)}
     */
    void settled(@Nullable Throwable error);
}
