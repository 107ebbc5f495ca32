package io.sluice.internal.batch;

import io.sluice.RetriesExhaustedException.Attempt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The failed attempts of a mutation, newest first. Immutable, so that all mutations that failed together share one
 * history.
 *
 * @param previous the attempts before, or null when this was the first
 * @param latest what happened last
 * @param counted number of attempts that count towards the maximum and for the length of the pause
 * @param search the search for culprits that the mutation takes part in, or null
 */
record AttemptHistory(
        @Nullable AttemptHistory previous, Attempt latest, int counted, CulpritFinder.@Nullable Search search) {

    /** A history with one more attempt, which counts; {@code previous} is null before the first failure. */
    static AttemptHistory after(@Nullable AttemptHistory previous, Attempt latest) {
        return previous == null
                ? new AttemptHistory(null, latest, 1, null)
                : new AttemptHistory(previous, latest, previous.counted + 1, previous.search);
    }

    /** The same history, in which the latest attempt does not count. */
    AttemptHistory uncounted() {
        return new AttemptHistory(previous, latest, counted - 1, search);
    }

    /** The same history as part of a search for culprits. */
    AttemptHistory in(CulpritFinder.Search culprits) {
        return new AttemptHistory(previous, latest, counted, culprits);
    }

    /** The attempts, oldest first. */
    List<Attempt> toList() {
        List<Attempt> attempts = new ArrayList<>();
        for (AttemptHistory h = this; h != null; h = h.previous) {
            attempts.add(h.latest);
        }
        Collections.reverse(attempts);
        return attempts;
    }
}
