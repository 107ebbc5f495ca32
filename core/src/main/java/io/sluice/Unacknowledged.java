package io.sluice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mutation that had neither been acknowledged nor failed when its mutator closed.
 *
 * @param mutations the mutation, recreated from the buffer; several only for a {@link RowMutations}
 * @param maybeApplied whether a server may have applied it: false only if it was never sent, or every server that
 *     received it refused it
 * @param lastError why its last attempt failed, or null if none failed
 */
public record Unacknowledged(
        List<Mutation> mutations,
        boolean maybeApplied,
        @Nullable Throwable lastError) {
    public Unacknowledged {
        mutations = List.copyOf(mutations);
    }
}
