package io.sluice;

/** Why a buffer was sent. */
public enum FlushReason {
    /** It had as many bytes as {@link AsyncBufferedMutatorBuilder#setWriteBufferSize} allows. */
    SIZE,
    /** It had as many mutations as {@link AsyncBufferedMutatorBuilder#setMaxMutations} allows. */
    COUNT,
    /** It was as old as {@link AsyncBufferedMutatorBuilder#setWriteBufferPeriodicFlush} allows. */
    TIME,
    /** Somebody called a {@code flush}, or what includes one: the end of a scope or of a stream. */
    EXPLICIT,
    /** The mutator was closed. */
    CLOSE,
    /** Somebody waited for room that only the sending of buffers could bring. */
    MEMORY
}
