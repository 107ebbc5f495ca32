package io.sluice.bench.mutator;

/** The kind of stub that sends. */
public enum StubKind {
    /** A few lines of code. */
    PLAIN,
    /** A Mockito mock that does not record its calls. */
    MOCKITO
}
