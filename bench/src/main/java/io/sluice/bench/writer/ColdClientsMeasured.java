package io.sluice.bench.writer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** New clients of one JVM, one after the other, the first of which had to load all classes. */
public record ColdClientsMeasured(List<Round> rounds) {

    /**
     * One client.
     *
     * @param allMillis from before it was opened until all rows were acknowledged, a preparation included
     * @param writtenMillis from the first write until all were acknowledged
     * @param firstMillis from the first write until it was acknowledged; null if the client does not tell
     */
    public record Round(
            double allMillis,
            double writtenMillis,
            @Nullable Double firstMillis) {}
}
