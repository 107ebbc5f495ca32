package io.sluice;

/** Why a buffer was sent. */
public enum FlushReason {
    /** It had as many bytes as {@link AsyncBufferedMutatorBuilder#setWriteBufferSize} allows. */
    SIZE,
    /** It had as many mutations as {@link AsyncBufferedMutatorBuilder#setMaxMutations} allows. */
    COUNT,
    /** It was as old as {@link AsyncBufferedMutatorBuilder#setWriteBufferPeriodicFlush} allows. */
    TIME,
    /** A call of {@code flush}, or of something that includes one: the end of a scope or of a stream. */
    EXPLICIT,
    /** The mutator was closed. */
    CLOSE,
    /** A caller waited for room that only sending buffers could free. */
    MEMORY
}
