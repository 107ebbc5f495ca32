package io.sluice.bench.writer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of new clients in one JVM, one after the other; the first had to load all classes. */
public record ColdClientsMeasured(List<Round> rounds) {

    /**
     * The results of one client.
     *
     * @param allMillis from before it was opened until all rows were acknowledged, including a preparation
     * @param writtenMillis from the first write until all were acknowledged
     * @param firstMillis from the first write until it was acknowledged; null if the client does not report it
     */
    public record Round(
            double allMillis,
            double writtenMillis,
            @Nullable Double firstMillis) {}
}
