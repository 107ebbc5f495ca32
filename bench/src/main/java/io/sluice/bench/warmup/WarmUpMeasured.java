package io.sluice.bench.warmup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rounds of one JVM. */
record WarmUpMeasured(List<Round> rounds) {

    /**
     * The results of one pool.
     *
     * @param allOpenMillis time until it held all connections and, if warmed up, had reported this
     * @param servedMillis time until a caller that requested a connection got one; null if it got none although all
     *     were open and idle
     * @param fewest connections on a loop
     * @param most connections on a loop
     */
    record Round(double allOpenMillis, @Nullable Double servedMillis, int fewest, int most) {}
}
