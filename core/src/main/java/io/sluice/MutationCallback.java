package io.sluice;

import org.jspecify.annotations.Nullable;

/**
 * Told what became of a mutation that was given to {@link AsyncBufferedMutator#tryMutate}. One object may serve any number
 * of mutations, which is why that form needs no garbage: count them down, for instance.
 */
@FunctionalInterface
public interface MutationCallback {

    /**
     * The mutation has settled; called once for each, never inside {@code tryMutate}.
     *
     * <p>Runs where futures complete: on a network thread, which must not be blocked, unless the builder was given an
     * executor. Calls for several mutations may come on several threads at once. What it throws is logged.
     *
     * @param error null when the region server has acknowledged the mutation, else what its future would have failed with,
     *     see {@link AsyncBufferedMutator#mutate(Mutation)}
     */
    void settled(@Nullable Throwable error);
}
