package io.sluice.internal.batch;

import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.retry.ErrorMeaning;
import org.jspecify.annotations.Nullable;

/**
 * Tells which mutations of a request failed together, so that one may have infected the others: all of them, if the whole
 * call failed; else Puts and Deletes of a region that follow each other, if each of them failed with the same error. An
 * Increment or Append is applied alone and ends such a run; {@code RowMutations} fail as one entry anyway.
 */
final class ContagiousRuns {
    private final ServerBatch request;
    private final ServerBatchResult result;
    private final @Nullable Object whole;

    /** Position after the run that was looked at last. */
    private int end;

    private @Nullable Object run;

    ContagiousRuns(ServerBatch request, ServerBatchResult result) {
        this.request = request;
        this.result = result;
        ErrorMeaning meaning = result.meaning();
        whole = meaning != null && meaning.maybeAnothers() ? new Object() : null;
    }

    /**
     * The run of the mutation at a position, an object for each run; null if its error is its own. To be asked for
     * positions in ascending order.
     */
    @Nullable Object at(int position, Slice slice) {
        if (result.failure() != null) {
            return whole;
        }
        if (position >= end) {
            scan(position, slice);
        }
        return run;
    }

    @SuppressWarnings("ReferenceEquality") // One exception in the answer is one object.
    private void scan(int from, Slice slice) {
        Throwable error = result.error(from);
        boolean together = !slice.atomic();
        end = from;
        while (end < slice.to() && isAppliedTogether(end)) {
            together &= result.error(end) == error;
            end++;
        }
        boolean several = end - from > 1;
        end = Math.max(end, from + 1);
        run = several && together && error != null && result.meaning(from).maybeAnothers() ? new Object() : null;
    }

    private boolean isAppliedTogether(int position) {
        MutationKind kind = request.batch().kind(request.mutation(position));
        return kind == MutationKind.PUT || kind == MutationKind.DELETE;
    }
}
