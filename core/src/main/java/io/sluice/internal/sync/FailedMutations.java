package io.sluice.internal.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Failures that have not been reported. Safe for use by many threads; each failure is taken once.
 *
 * @param <R> the program's mutations
 */
final class FailedMutations<R> {
    private final Queue<Failure<R>> failures = new ConcurrentLinkedQueue<>();

    void add(R mutation, Throwable error) {
        failures.add(new Failure<>(mutation, error));
    }

    /** Takes all, in the order in which they happened. */
    List<Failure<R>> take() {
        if (failures.isEmpty()) {
            return List.of();
        }
        List<Failure<R>> taken = new ArrayList<>();
        for (Failure<R> next = failures.poll(); next != null; next = failures.poll()) {
            taken.add(next);
        }
        return taken;
    }
}
