package io.sluice;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/**
 * Writes a stream of mutations with a mutator, and requests more only while the connection's memory budget has room: so
 * a slow server slows down the stream to its source, and no thread waits. Created by {@link
 * AsyncBufferedMutator#asSubscriber(int)}, for one subscription.
 *
 * <p>A mutation passed to {@link #onNext} belongs to the stream and must not be changed any more. It is written, or
 * counts as failed; nothing that happens later revokes it. The stream ends
 *
 * <ul>
 *   <li>with {@link #onComplete}: received mutations are sent without waiting for the buffer to fill, and {@link
 *       #completion()} completes when all of it has been acknowledged;
 *   <li>with {@link #onError}: likewise, and {@code completion()} then fails with that error;
 *   <li>when a mutation fails for good, or cannot be written at all (such as an empty Put): the subscription is
 *       cancelled, and {@code completion()} fails with that error when the rest has settled;
 *   <li>with {@link #cancel()}: likewise, and {@code completion()} fails with a
 *       {@link java.util.concurrent.CancellationException}.
 * </ul>
 *
 * <p>The mutator stays open; it may have other writers, and other streams. If it is closed while the stream runs, the
 * next mutation fails with {@link MutatorClosedException}, which ends the stream.
 */
public interface MutationSubscriber extends Flow.Subscriber<Mutation> {

    /**
     * How the stream ended.
     *
     * @return completes when the stream has ended and everything received has settled, with the number of mutations
     *     that were acknowledged; fails with the first error, which has up to ten further ones as suppressed. Completes
     *     on the same threads as the mutator's futures. Cancelling it has no effect on the stream
     */
    CompletableFuture<Long> completion();

    /** Cancels the subscription if it is still active, or as soon as there is one. */
    void cancel();
}
