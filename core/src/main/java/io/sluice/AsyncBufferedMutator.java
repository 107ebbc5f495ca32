package io.sluice;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Writes mutations of one table in the background, in batches.
 *
 * <p>A mutation is copied into the write buffer and sent when the buffer has reached its size in bytes
 * ({@link #getWriteBufferSize()}) or mutations ({@link #getMaxMutations()}), when its oldest mutation has reached the age
 * {@link #getPeriodicalFlushTimeout(TimeUnit)}, on {@link #flush()}, and on {@link #close()}. The future of a mutation
 * completes when the region server has acknowledged it at its {@link Durability}, or when it finally failed.
 *
 * <p>Completion runs on a network thread unless the builder was given an executor; code that depends on a future must
 * not block there. No future completes under a lock, nor inside the {@code mutate} call that returned it.
 *
 * <p>Writes are at least once: a request whose answer was lost is sent again, so a Put may be stored in two versions
 * when the server assigns the time stamps. Increments and Appends carry a nonce by which the server recognizes the
 * repetition. Mutations of one row that travel in one request are applied in their order; those in different flushes, or
 * in different requests of one flush that is larger than {@link AsyncBufferedMutatorBuilder#setMaxRequestSize} or
 * {@link AsyncBufferedMutatorBuilder#setMaxRequestRows} allows, may be applied in either order. Mind that the server gives
 * the mutations of one request the same time stamp, so that a Delete hides a Put that follows it.
 *
 * <p>Safe for use by many threads. Names and signatures are those of HBase's interface of the same name; what HBase does
 * not have is marked "Sluice".
 */
public interface AsyncBufferedMutator extends Closeable {

    /** The table written to. */
    TableName getName();

    /** The configuration of the connection. */
    Configuration getConfiguration();

    /**
     * Adds a mutation to the write buffer. Its bytes are copied before this returns, so the object and its arrays may be
     * used again.
     *
     * <p>Waits for room when the connection's memory budget is used up, as the builder's {@link Backpressure} says.
     *
     * @param mutation a {@link Put} with at least one cell, a {@link Delete}, an {@link Increment} or an {@link Append};
     *     no cell larger than {@link AsyncBufferedMutatorBuilder#setMaxKeyValueSize(int)}
     * @return completes when the region server has acknowledged the mutation. Fails with {@link RetriesExhaustedException}
     *     or a {@link DoNotRetryIOException} such as {@link TableNotFoundException} when it could not be written, with
     *     {@link MutatorClosedException} after {@link #close()}, and with {@link BufferFullException} when there was no
     *     room in time
     * @throws IllegalArgumentException if the mutation is empty or too large; nothing is sent
     */
    CompletableFuture<Void> mutate(Mutation mutation);

    /**
     * Adds mutations in their order; see {@link #mutate(Mutation)}. They may be sent in different batches. When one of
     * them is not acceptable none of them is accepted.
     *
     * @return the future of each mutation, in the order of the list
     * @throws IllegalArgumentException if one is empty or too large; the text names its index
     */
    List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations);

    /**
     * Sluice. Adds mutations of one row that are applied together or not at all.
     *
     * @return as in {@link #mutate(Mutation)}
     * @throws IllegalArgumentException if it has no mutation, or one that is not acceptable
     */
    CompletableFuture<Void> mutate(RowMutations mutations);

    /**
     * Sluice. Adds mutations like {@link #mutate(List)}, for callers who want one answer.
     *
     * @return completes when all have settled. Fails with the first failure met, the others added as suppressed
     */
    CompletableFuture<Void> mutateAll(Collection<? extends Mutation> mutations);

    /**
     * Sluice. Adds a mutation like {@link #mutate(Mutation)}, but never waits and makes no future: for programs that
     * write so much that even those count.
     *
     * @param callback told once when the mutation has settled, never inside this call; with {@link MutatorClosedException}
     *     if the mutator is closed
     * @return false if the memory budget has no room now: nothing was accepted and the callback will not be called; see
     *     {@link #ready()}. The {@link Backpressure} of the builder does not matter here, except that an unbounded mutator
     *     always has room
     * @throws IllegalArgumentException if the mutation is empty or too large
     */
    boolean tryMutate(Mutation mutation, MutationCallback callback);

    /**
     * Sluice. A subscriber that writes a stream of mutations with this mutator, for one subscription.
     *
     * @param prefetch how many mutations it asks for at first, and at most holds that wait for room; some hundreds or
     *     thousands, for a smaller number makes the publisher stop more often
     * @throws IllegalArgumentException if {@code prefetch} is not positive
     */
    MutationSubscriber asSubscriber(int prefetch);

    /** Sluice. A scope, which waits for what is written through it and throws what of that has failed. */
    MutationScope openScope();

    /** Starts to send what is in the buffer and returns; the mutations' futures tell how it went. */
    void flush();

    /**
     * Sluice. Starts to send what is in the buffer.
     *
     * @return completes, always normally, when every mutation accepted before this call has settled; later ones are not
     *     waited for
     */
    CompletableFuture<FlushResult> flushAsync();

    /**
     * Sluice. Starts to send what is in the buffer and waits until every mutation accepted before this call has settled,
     * or the time is over.
     *
     * @return how many were acknowledged and failed, and how many are still pending because the time was over
     * @throws IOException if the caller is a network thread of ours, which would wait for itself
     * @throws InterruptedException if the thread is interrupted while it waits; everything accepted goes on
     */
    FlushResult flush(Duration deadline) throws IOException, InterruptedException;

    /**
     * Sends what is in the buffer, then waits until everything has settled, at most for the time set by
     * {@link AsyncBufferedMutatorBuilder#setCloseTimeout(Duration)}. What has not settled then fails with
     * {@link MutatorClosedException}. May be called often and by many threads. A network thread of ours that calls it does
     * not wait.
     */
    @Override
    void close();

    /**
     * Sluice. Closes like {@link #close()} without waiting.
     *
     * @param deadline how long acknowledgements may take; what is pending then fails with {@link MutatorClosedException}
     *     and is listed in the result. A later call gets the same result, and the close ends at
     *     the earliest deadline that was asked for
     * @return completes, always normally, when everything has settled
     */
    CompletableFuture<CloseResult> closeAsync(Duration deadline);

    /** Bytes of cells at which the buffer is sent. */
    long getWriteBufferSize();

    /** Number of mutations at which the buffer is sent; {@link Integer#MAX_VALUE} if that does not matter. */
    int getMaxMutations();

    /** Age of the oldest buffered mutation at which the buffer is sent; 0 if age does not matter. */
    long getPeriodicalFlushTimeout(TimeUnit unit);

    /** The attributes that each request carries. */
    Map<String, byte[]> getRequestAttributes();

    /**
     * Sluice. Completes when the connection's memory budget has room for the mutation that this mutator has refused last;
     * completed already if it has now. Others may take the room before the caller does.
     */
    CompletableFuture<Void> ready();

    /** Sluice. What this mutator has done and what it holds, at about this moment. */
    MutatorState state();
}
