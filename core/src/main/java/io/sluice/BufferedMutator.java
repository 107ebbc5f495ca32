package io.sluice;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes mutations of one table in batches, for programs that prefer waiting to holding futures. It is a facade for
 * {@link AsyncBufferedMutator}, which documents when the buffer is sent, what is retried, and which order is kept.
 *
 * <p>Failures of accepted mutations are collected, with their rows, and reported by the next call of {@code mutate},
 * {@code flush} or {@code close}, on whichever thread: to the {@link ExceptionListener}, or thrown if there is none.
 * Each failure is reported once. To know at once, or which of several threads' mutations failed, use {@link
 * AsyncBufferedMutator}.
 *
 * <p>A mutation is referenced until it has settled, for {@link RetriesExhaustedWithDetailsException#getRow}; what is
 * sent is its content at the time of {@code mutate}. Thread-safe. Names and signatures are those of HBase's interface
 * of the same name.
 */
public interface BufferedMutator extends Closeable {

    /** Is notified of mutations that failed after they were accepted. */
    @FunctionalInterface
    interface ExceptionListener {

        /**
         * Mutations have failed. Called by {@link BufferedMutator#mutate}, {@code flush} or {@code close}, on the
         * thread that called it, which continues when this returns; no lock is held.
         *
         * @param exception the rows that failed since the last call, and why
         * @param mutator the mutator; the listener may write to it, for instance to retry a row
         * @throws RetriesExhaustedWithDetailsException to make the call that found the failures throw it
         */
        void onException(RetriesExhaustedWithDetailsException exception, BufferedMutator mutator)
                throws RetriesExhaustedWithDetailsException;
    }

    /** The table written to. */
    TableName getName();

    /** The configuration of the connection. */
    Configuration getConfiguration();

    /**
     * Adds a mutation to the write buffer. Waits for room while the connection's memory budget is used up.
     *
     * @param mutation as {@link AsyncBufferedMutator#mutate(Mutation)} takes it
     * @throws RetriesExhaustedWithDetailsException if mutations that were accepted earlier have failed and there is no
     *     listener; this one has been accepted nevertheless
     * @throws BufferFullException if there was no room in time; this mutation was not accepted
     * @throws java.io.InterruptedIOException if the thread was interrupted while it waited; it was not accepted
     * @throws IllegalArgumentException if the mutation is empty or too large; it was not accepted
     * @throws IllegalStateException after {@link #close()}; it was not accepted
     */
    void mutate(Mutation mutation) throws IOException;

    /**
     * Adds mutations in their order; see {@link #mutate(Mutation)}.
     *
     * @throws RetriesExhaustedWithDetailsException as there. If only some of these were accepted, it also names the
     *     others; if none was, that error is thrown itself
     * @throws IllegalArgumentException if one of them is empty or too large; none was accepted then
     */
    void mutate(List<? extends Mutation> mutations) throws IOException;

    /**
     * Sends the buffer and waits until every mutation that was accepted before this call has settled: acknowledged, or
     * failed for good.
     *
     * @throws RetriesExhaustedWithDetailsException if some failed and there is no listener
     * @throws java.io.InterruptedIOException if the thread was interrupted; accepted mutations are still sent
     * @throws IOException if the caller is one of Sluice's network threads, which would wait for itself
     * @throws IllegalStateException after {@link #close()}
     */
    void flush() throws IOException;

    /**
     * Sends the buffer and waits until everything has settled, at most for {@code closeTimeout} of the {@link
     * AsyncBufferedMutatorBuilder}, 30 s; mutations that have not settled then fail with {@link
     * MutatorClosedException}. May be called repeatedly.
     *
     * @throws RetriesExhaustedWithDetailsException if mutations failed and there is no listener; the mutator is closed
     *     nevertheless
     * @throws java.io.InterruptedIOException if the thread was interrupted; closing continues
     */
    @Override
    void close() throws IOException;

    /** Bytes of cells and attributes at which the buffer is sent. */
    long getWriteBufferSize();

    /** Number of mutations at which the buffer is sent; {@link Integer#MAX_VALUE} for no limit. */
    int getMaxMutations();

    /** Age in milliseconds of the oldest buffered mutation at which the buffer is sent; 0 for never. */
    long getWriteBufferPeriodicFlushTimeoutMs();

    /** The attributes that each request carries. */
    Map<String, byte[]> getRequestAttributes();
}
