package io.sluice.bench.warmup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one JVM gave: its rounds. */
record WarmUpMeasured(List<Round> rounds) {

    /**
     * One pool.
     *
     * @param allOpenMillis until it held all connections, and said so where it was warmed up
     * @param servedMillis until who took a connection had one; null if it never had one though all were open and idle
     * @param fewest connections on a loop
     * @param most connections on a loop
     */
    record Round(double allOpenMillis, @Nullable Double servedMillis, int fewest, int most) {}
}
