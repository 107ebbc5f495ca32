package io.sluice.internal.buffer;

import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.stream.Sink;
import java.util.concurrent.CompletableFuture;

/** The mutator as streams see it. */
record MutatorSink(AsyncBufferedMutatorImpl mutator, BufferStripes stripes, Intake.Gate trying) implements Sink {

    @Override
    public boolean tryMutate(Mutation mutation, MutationCallback callback) {
        return mutator.tryMutate(mutation, callback);
    }

    @Override
    public CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback) {
        // Not by ready() and another try: the room would go to threads that queue up for it, again and again.
        return mutator.whenBelowShare(mutation)
                .thenCompose(free -> stripes.mine().addLater(mutation, Batch.lengthOf(mutation), callback, trying))
                .exceptionally(error -> {
                    callback.settled(Completions.cause(error));
                    return null;
                });
    }

    @Override
    public CompletableFuture<Void> ready() {
        return mutator.ready();
    }

    @Override
    public void flush() {
        mutator.flush();
    }
}
