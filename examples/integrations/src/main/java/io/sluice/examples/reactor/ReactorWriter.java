package io.sluice.examples.reactor;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Mutation;
import io.sluice.MutationSubscriber;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes a {@code Flux}, requesting no more than the memory budget has room for. */
public final class ReactorWriter {
    private static final int PREFETCH = 1_000;

    private ReactorWriter() {}

    /**
     * Returns a Mono that writes the flux when it is subscribed to.
     *
     * @return the number of mutations when all have been acknowledged, or the first error. Cancelling it cancels the
     *     flux; mutations already received are still written
     */
    public static Mono<Long> write(Flux<? extends Mutation> mutations, AsyncBufferedMutator mutator) {
        return Mono.defer(() -> {
            MutationSubscriber subscriber = mutator.asSubscriber(PREFETCH);
            JdkFlowAdapter.publisherToFlowPublisher(mutations.cast(Mutation.class))
                    .subscribe(subscriber);
            return Mono.fromFuture(subscriber.completion(), /* suppressCancel= */ true)
                    .doOnCancel(subscriber::cancel);
        });
    }
}
