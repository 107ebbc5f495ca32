package io.sluice.bench.result;

/** Which way a figure gets better. */
public enum Better {
    /** Times, bytes. */
    LOWER,
    /** Calls in a time. */
    HIGHER
}
