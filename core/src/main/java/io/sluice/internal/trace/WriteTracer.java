package io.sluice.internal.trace;

/** Reports writes to a tracing system. Safe for use by many threads. */
@FunctionalInterface
public interface WriteTracer {

    /** Begins a batch. Called under a lock, so it must only create the object. */
    BatchTrace newBatch();
}
