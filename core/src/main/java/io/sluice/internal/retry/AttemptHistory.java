package io.sluice.internal.retry;

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
 * @param count number of attempts in all
 */
public record AttemptHistory(@Nullable AttemptHistory previous, Attempt latest, int count) {

    /** A history with one attempt more; {@code previous} is null before the first failure. */
    public static AttemptHistory after(@Nullable AttemptHistory previous, Attempt latest) {
        return new AttemptHistory(previous, latest, previous == null ? 1 : previous.count + 1);
    }

    /** The attempts, oldest first. */
    public List<Attempt> toList() {
        List<Attempt> attempts = new ArrayList<>(count);
        for (AttemptHistory h = this; h != null; h = h.previous) {
            attempts.add(h.latest);
        }
        Collections.reverse(attempts);
        return attempts;
    }
}
