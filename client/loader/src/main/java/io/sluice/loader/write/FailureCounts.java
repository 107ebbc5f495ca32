package io.sluice.loader.write;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts failures by the type of their cause and keeps the first text of each. Thread-safe. */
public final class FailureCounts {
    private final Map<String, Count> counts = new ConcurrentHashMap<>();

    /**
     * One kind of failure.
     *
     * @param type simple name of the exception
     * @param failures number of failures
     * @param firstText the message of the first one
     */
    public record Count(String type, long failures, String firstText) {}

    public void add(Throwable failure) {
        Count first = new Count(failure.getClass().getSimpleName(), 1, String.valueOf(failure.getMessage()));
        counts.merge(first.type(), first, (old, more) -> new Count(old.type(), old.failures() + 1, old.firstText()));
    }

    /** Returns the kinds of failure, the most frequent first. */
    public List<Count> all() {
        return counts.values().stream()
                .sorted(Comparator.comparingLong(Count::failures).reversed())
                .toList();
    }
}
