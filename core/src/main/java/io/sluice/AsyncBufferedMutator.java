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
 * <p>A mutation is copied into the write buffer and sent when the buffer has reached its size in bytes ({@link
 * #getWriteBufferSize()}) or mutations ({@link #getMaxMutations()}), when its oldest mutation has reached the age
 * {@link #getPeriodicalFlushTimeout(TimeUnit)}, on {@link #flush()}, and on {@link #close()}. The future of a mutation
 * completes when the region server has acknowledged it with its {@link Durability}, or when it has failed for good.
 *
 * <p>Futures complete on a network thread unless the builder was given an executor; dependent actions must not block
 * there. No future completes under a lock, nor inside the {@code mutate} call that returned it.
 *
 * <p>Writes are at least once: a request whose answer was lost is sent again, so a Put may be stored in two versions if
 * the server assigns the timestamps. Increments and Appends carry a nonce by which the server recognizes a repetition.
 * Mutations of one row in the same request are applied in order; those in different flushes, or in different requests
 * of one flush that is larger than {@link AsyncBufferedMutatorBuilder#setMaxRequestSize} or {@link
 * AsyncBufferedMutatorBuilder#setMaxRequestRows} allows, may be applied in either order. Note that the server gives all
 * mutations of one request the same timestamp, so that a Delete hides a Put that follows it.
 *
 * <p>Thread-safe. Names and signatures are those of HBase's interface of the same name; additions are marked "Sluice".
 */
public interface AsyncBufferedMutator extends Closeable {

    /** The table written to. */
    TableName getName();

    /** The configuration of the connection. */
    Configuration getConfiguration();

    /**
     * Adds a mutation to the write buffer. Its bytes are copied before this returns, so the object and its arrays may
     * be reused.
     *
     * <p>If the connection's memory budget is used up, the builder's {@link Backpressure} decides whether this waits
     * for room.
     *
     * @param mutation a {@link Put} with at least one cell, a {@link Delete}, an {@link Increment} or an {@link
     *     Append}; no cell larger than {@link AsyncBufferedMutatorBuilder#setMaxKeyValueSize(int)}
     * @return completes when the region server has acknowledged the mutation. Fails with {@link
     *     RetriesExhaustedException} or a {@link DoNotRetryIOException} such as {@link TableNotFoundException} if it
     *     could not be written, with {@link MutatorClosedException} after {@link #close()}, and with {@link
     *     BufferFullException} if there was no room in time
     * @throws IllegalArgumentException if the mutation is empty or too large; nothing is sent
     */
    CompletableFuture<Void> mutate(Mutation mutation);

    /**
     * Adds mutations in their order; see {@link #mutate(Mutation)}. They may be sent in different batches. If one of
     * them is not acceptable, none is accepted.
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
     * Sluice. Adds mutations like {@link #mutate(List)}, for callers that want a single result.
     *
     * @return completes when all have settled. Fails with the first failure, to which the others are added as
     *     suppressed
     */
    CompletableFuture<Void> mutateAll(Collection<? extends Mutation> mutations);

    /**
     * Sluice. Adds a mutation like {@link #mutate(Mutation)}, but never waits and creates no future: for programs that
     * write so much that the cost of futures matters.
     *
     * @param callback called once when the mutation has settled, never inside this call; gets a {@link
     *     MutatorClosedException} if the mutator is closed
     * @return false if the memory budget has no room now: nothing was accepted and the callback will not be called; see
     *     {@link #ready()}. The {@link Backpressure} of the builder does not matter here, except that an unbounded
     *     mutator always has room
     * @throws IllegalArgumentException if the mutation is empty or too large
     */
    boolean tryMutate(Mutation mutation, MutationCallback callback);

    /**
     * Sluice. Returns a subscriber that writes a stream of mutations with this mutator; it serves one subscription.
     *
     * @param prefetch number of mutations that it requests initially, and the most that it holds while they wait for
     *     room; some hundreds or thousands, since a smaller number makes the publisher stop more often
     * @throws IllegalArgumentException if {@code prefetch} is not positive
     */
    MutationSubscriber asSubscriber(int prefetch);

    /** Sluice. Returns a scope, which waits for the mutations written through it and throws their failures. */
    MutationScope openScope();

    /** Starts to send the buffer and returns; the mutations' futures report the outcome. */
    void flush();

    /**
     * Sluice. Starts to send the buffer.
     *
     * @return never fails; completes when every mutation accepted before this call has settled, without waiting for
     *     later ones
     */
    CompletableFuture<FlushResult> flushAsync();

    /**
     * Sluice. Starts to send the buffer and waits until every mutation accepted before this call has settled, or the
     * time is up.
     *
     * @return how many were acknowledged and failed, and how many are still pending because the time was up
     * @throws IOException if the caller is one of Sluice's network threads, which would wait for itself
     * @throws InterruptedException if the thread is interrupted while it waits; accepted mutations are still sent
     */
    FlushResult flush(Duration deadline) throws IOException, InterruptedException;

    /**
     * Sends the buffer, then waits until everything has settled, at most for the time set by {@link
     * AsyncBufferedMutatorBuilder#setCloseTimeout(Duration)}. Mutations that have not settled then fail with {@link
     * MutatorClosedException}. May be called repeatedly and by several threads. If one of Sluice's network threads
     * calls it, it does not wait.
     */
    @Override
    void close();

    /**
     * Sluice. Closes like {@link #close()} without waiting.
     *
     * @param deadline how long to wait for acknowledgements; mutations still pending then fail with {@link
     *     MutatorClosedException} and are listed in the result. A later call gets the same result, and the close ends
     *     at the earliest of all deadlines
     * @return never fails; completes when everything has settled
     */
    CompletableFuture<CloseResult> closeAsync(Duration deadline);

    /**
     * Bytes of cells and attributes at which the buffer is sent; see
     * {@link AsyncBufferedMutatorBuilder#setWriteBufferSize}.
     */
    long getWriteBufferSize();

    /** Number of mutations at which the buffer is sent; {@link Integer#MAX_VALUE} for no limit. */
    int getMaxMutations();

    /** Age of the oldest buffered mutation at which the buffer is sent; 0 for never. */
    long getPeriodicalFlushTimeout(TimeUnit unit);

    /** The attributes that each request carries. */
    Map<String, byte[]> getRequestAttributes();

    /**
     * Sluice. Completes when the connection's memory budget has room for the mutation that this mutator has refused last;
     * completed already if it has now. Others may take the room before the caller does.
     */
    CompletableFuture<Void> ready();

    /** Sluice. What this mutator has done and holds, at about this moment. */
    MutatorState state();
}
