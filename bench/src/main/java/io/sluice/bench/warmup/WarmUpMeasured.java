package io.sluice.bench.warmup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one JVM gave: its rounds. */
record WarmUpMeasured(List<Round> rounds) {

    /**
     * One pool.
     *
     * @param allOpenMillis until it held all connections and, if it was warmed up, had said so
     * @param servedMillis until a caller that asked for a connection got one; null if it got none though all were open and idle
     * @param fewest connections on a loop
     * @param most connections on a loop
     */
    record Round(double allOpenMillis, @Nullable Double servedMillis, int fewest, int most) {}
}
