package io.sluice;

/**
 * Told what a mutator does: for logs, alarms and traces. To be given to {@link AsyncBufferedMutatorBuilder#addListener}.
 *
 * <p>Events are handed over through a queue of 1000 and delivered one after the other by a thread of the listener's own,
 * which ends when there is nothing to tell. So a listener may take its time: it delays nobody, neither writers nor network
 * threads nor other listeners. When it is slower than events come, and the queue is full, events are dropped and counted,
 * see {@link #onDropped} and
 * {@link MutatorState#eventsDropped}. What it throws is logged, once as a warning, and counted in
 * {@link MutatorState#listenerFailures}. Nobody waits for a listener, closing included: one that never returns keeps its
 * (daemon) thread. Events of one thread come in their order; those of several, such as a
 * retry and the failure that follows elsewhere, mostly.
 *
 * <p>To hear of every mutation, use its future or callback.
 */
public interface MutatorListener {

    /** A buffer was sent. */
    default void onFlush(FlushEvent event) {}

    /** Mutations have failed and will be sent again. */
    default void onRetry(RetryEvent event) {}

    /** A mutation has failed for good; its future has failed or is about to. */
    default void onMutationFailed(FailedMutation failed) {}

    /** A thread began to wait for room, or has ended it. */
    default void onBackpressure(BackpressureEvent event) {}

    /** A region was not where it was thought to be. */
    default void onRegionMoved(RegionMovedEvent event) {}

    /**
     * Events were dropped, because this listener was too slow.
     *
     * @param events how many since the last call
     */
    default void onDropped(long events) {}
}
