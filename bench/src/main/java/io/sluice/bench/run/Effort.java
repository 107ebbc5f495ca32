package io.sluice.bench.run;

import java.util.Map;

/** How long each benchmark runs. */
public enum Effort {
    /** For published figures. */
    FULL(10, 3, 1_000),
    /** For a first look. */
    QUICK(8, 2, 500),
    /** To check that it runs at all. */
    SMOKE(0, 1, 100);

    private final int warmupIterations;
    private final int iterations;
    private final int iterationMillis;

    Effort(int warmupIterations, int iterations, int iterationMillis) {
        this.warmupIterations = warmupIterations;
        this.iterations = iterations;
        this.iterationMillis = iterationMillis;
    }

    /** Warm-up iterations. */
    public int warmupIterations() {
        return warmupIterations;
    }

    /** Measured iterations. */
    public int iterations() {
        return iterations;
    }

    /** Duration of an iteration. */
    public int iterationMillis() {
        return iterationMillis;
    }

    /** The settings by name, for the record. */
    public Map<String, String> described() {
        return Map.of(
                "forks",
                "1",
                "warm-up",
                warmupIterations + " x " + iterationMillis + " ms",
                "measured",
                iterations + " x " + iterationMillis + " ms",
                "fork JVM flags",
                String.join(" ", JmhSession.JVM_FLAGS));
    }
}
