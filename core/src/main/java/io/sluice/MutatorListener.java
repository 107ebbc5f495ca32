package io.sluice;

/**
 * Is notified of a mutator's activity: for logs, alarms and traces. Pass it to {@link
 * AsyncBufferedMutatorBuilder#addListener}.
 *
 * <p>Events pass through a queue of 1000 and are delivered one after the other by the listener's own thread, which ends
 * when there is nothing to deliver. So a slow listener delays neither writers nor network threads nor other listeners.
 * If its queue is full, events are dropped and counted, see {@link #onDropped} and {@link MutatorState#eventsDropped}.
 * Exceptions it throws are logged, once as a warning, and counted in {@link MutatorState#listenerFailures}. Nothing
 * waits for a listener, not even a close: one that never returns keeps its (daemon) thread. Events of one thread arrive
 * in order; events of different threads, such as a retry and the failure that follows elsewhere, usually do.
 *
 * <p>For the outcome of every mutation, use its future or callback.
 */
public interface MutatorListener {

    /** A buffer was sent. */
    default void onFlush(FlushEvent event) {}

    /** Mutations have failed and will be sent again. */
    default void onRetry(RetryEvent event) {}

    /** A mutation has failed for good; its future has failed or is about to. */
    default void onMutationFailed(FailedMutation failed) {}

    /** A thread began to wait for room, or stopped waiting. */
    default void onBackpressure(BackpressureEvent event) {}

    /** A region was not on the expected server. */
    default void onRegionMoved(RegionMovedEvent event) {}

    /**
     * Events were dropped, because this listener was too slow.
     *
     * @param events number of events since the last call
     */
    default void onDropped(long events) {}
}
