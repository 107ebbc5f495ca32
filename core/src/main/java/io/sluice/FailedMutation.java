package io.sluice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mutation has failed for good.
 *
 * @param mutations the mutation, made anew from what was buffered; several only for a {@link RowMutations},
 *     none if another thread changed it while it was given to the mutator
 * @param region the name of the region that has its row, as far as it is known now; else null
 * @param server where it failed last; null if it was never sent
 * @param attempts how often it was tried
 * @param cause what its future fails with: a {@link RetriesExhaustedException} knows the servers and times of the attempts
 */
public record FailedMutation(
        TableName table,
        List<Mutation> mutations,
        @Nullable String region,
        @Nullable ServerName server,
        int attempts,
        Throwable cause) {
    /** Makes the list immutable. */
    public FailedMutation {
        mutations = List.copyOf(mutations);
    }
}
