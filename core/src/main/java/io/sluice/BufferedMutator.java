package io.sluice;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Writes mutations of one table in batches, for programs that rather wait than hold futures. It is a face of
 * {@link AsyncBufferedMutator}, which says when the buffer is sent, what is retried, and what order means.
 *
 * <p>What goes wrong after a mutation was accepted is collected, with the row it happened to, and handed out by the next
 * call of {@code mutate}, {@code flush} or {@code close}, on whichever thread: to the {@link ExceptionListener}, or thrown
 * when there is none. Each failure is handed out once. To know at once, or which of several threads' mutations failed,
 * use {@link AsyncBufferedMutator}.
 *
 * <p>A mutation is kept until it has settled, to be named by {@link RetriesExhaustedWithDetailsException#getRow}; what is
 * sent is what it contained when it was given. Safe for use by many threads. Names and signatures are those of HBase's
 * interface of the same name.
 */
public interface BufferedMutator extends Closeable {

    /** Told what became of mutations that failed after they were accepted. */
    @FunctionalInterface
    interface ExceptionListener {

        /**
         * Mutations have failed. Called by {@link BufferedMutator#mutate}, {@code flush} or {@code close}, on the thread
         * that called it, which continues when this returns; no lock is held.
         *
         * @param exception the rows that failed since the last call, and why
         * @param mutator the mutator; it may be written to, for instance to try a row again
         * @throws RetriesExhaustedWithDetailsException to have it thrown by the call that found it
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
     *     listener; this one has been accepted all the same
     * @throws BufferFullException if there was no room in time; this mutation was not accepted
     * @throws java.io.InterruptedIOException if the thread was interrupted while it waited; it was not accepted
     * @throws IllegalArgumentException if the mutation is empty or too large; it was not accepted
     * @throws IllegalStateException after {@link #close()}; it was not accepted
     */
    void mutate(Mutation mutation) throws IOException;

    /**
     * Adds mutations in their order; see {@link #mutate(Mutation)}.
     *
     * @throws RetriesExhaustedWithDetailsException as there. When only some of these were accepted it names those that
     *     were not, too; when none was, that error is thrown itself
     * @throws IllegalArgumentException if one of them is empty or too large; none was accepted then
     */
    void mutate(List<? extends Mutation> mutations) throws IOException;

    /**
     * Sends what is buffered and waits until every mutation that was accepted before this call has settled: acknowledged,
     * or failed for good.
     *
     * @throws RetriesExhaustedWithDetailsException if some failed and there is no listener
     * @throws java.io.InterruptedIOException if the thread was interrupted; everything accepted goes on
     * @throws IOException if the caller is a network thread of ours, which would wait for itself
     * @throws IllegalStateException after {@link #close()}
     */
    void flush() throws IOException;

    /**
     * Sends what is buffered and waits until everything has settled, at most for {@code closeTimeout} of the
     * {@link AsyncBufferedMutatorBuilder}, 30 s; what has not settled then fails with {@link MutatorClosedException}. May
     * be called often.
     *
     * @throws RetriesExhaustedWithDetailsException if mutations failed and there is no listener; it is closed all the same
     * @throws java.io.InterruptedIOException if the thread was interrupted; the closing goes on
     */
    @Override
    void close() throws IOException;

    /** Bytes of cells at which the buffer is sent. */
    long getWriteBufferSize();

    /** Number of mutations at which the buffer is sent; {@link Integer#MAX_VALUE} if that does not matter. */
    int getMaxMutations();

    /** Age in milliseconds of the oldest buffered mutation at which the buffer is sent; 0 if age does not matter. */
    long getWriteBufferPeriodicFlushTimeoutMs();

    /** The attributes that each request carries. */
    Map<String, byte[]> getRequestAttributes();
}
