package io.sluice.bench.mutator;

/** What the way out is made of. */
public enum StubKind {
    /** A few lines of code. */
    PLAIN,
    /** A mock of Mockito that does not record its calls. */
    MOCKITO
}
