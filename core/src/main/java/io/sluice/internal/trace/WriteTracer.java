package io.sluice.internal.trace;

/** Follows writes for a tracing system. Safe for use by many threads. */
@FunctionalInterface
public interface WriteTracer {

    /** A batch is begun. Called under a lock: makes the object, and does nothing else. */
    BatchTrace newBatch();
}
