package io.sluice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mutation has failed for good.
 *
 * @param mutations the mutation, recreated from the buffer; several only for a {@link RowMutations}, none if another
 *     thread changed it while it was passed to the mutator
 * @param region the name of the region of its row if it is known now, else null
 * @param server where it failed last; null if it was never sent
 * @param attempts number of attempts
 * @param cause what its future fails with; a {@link RetriesExhaustedException} has the servers and times of the
 *     attempts
 */
public record FailedMutation(
        TableName table,
        List<Mutation> mutations,
        @Nullable String region,
        @Nullable ServerName server,
        int attempts,
        Throwable cause) {
    public FailedMutation {
        mutations = List.copyOf(mutations);
    }
}
