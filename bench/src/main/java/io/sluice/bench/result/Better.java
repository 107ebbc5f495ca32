package io.sluice.bench.result;

/** The direction in which a figure is better. */
public enum Better {
    /** Lower: times, bytes. */
    LOWER,
    /** Higher: calls in a time. */
    HIGHER
}
