package io.sluice.bench.run;

import java.util.Map;

/** How long each benchmark runs. */
public enum Effort {
    /** Long enough for published figures. */
    FULL(5, 6, 3, 1_000),
    /** Long enough for a first look. */
    QUICK(2, 8, 2, 500),
    /** Only checks that the benchmark runs. */
    SMOKE(1, 0, 1, 100);

    private final int jvms;
    private final int warmupIterations;
    private final int iterations;
    private final int iterationMillis;

    Effort(int jvms, int warmupIterations, int iterations, int iterationMillis) {
        this.jvms = jvms;
        this.warmupIterations = warmupIterations;
        this.iterations = iterations;
        this.iterationMillis = iterationMillis;
    }

    /** JVMs for each contender in each row: one JVM is one sample. */
    public int jvms() {
        return jvms;
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
                "JVMs",
                jvms + " of each contender, in turns",
                "warm-up",
                warmupIterations + " x " + iterationMillis + " ms",
                "measured",
                iterations + " x " + iterationMillis + " ms",
                "fork JVM flags",
                String.join(" ", JmhSession.JVM_FLAGS));
    }
}
