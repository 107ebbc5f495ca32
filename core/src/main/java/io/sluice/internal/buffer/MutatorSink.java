package io.sluice.internal.buffer;

import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.stream.Sink;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** The mutator as streams see it. */
record MutatorSink(AsyncBufferedMutatorImpl mutator, ByteBudget budget, BufferStripes stripes) implements Sink {

    @Override
    public boolean tryMutate(Mutation mutation, MutationCallback callback) {
        return mutator.tryMutate(mutation, callback);
    }

    @Override
    public CompletableFuture<Void> mutateLater(Mutation mutation, MutationCallback callback) {
        int length = Batch.lengthOf(mutation);
        long bytes = Batch.accountedBytes(length);
        // Not by ready() and another try: the room would go to threads that queue up for it, again and again.
        return mutator.whenBelowShare(mutation)
                .thenCompose(free -> budget.takeLater(bytes))
                .thenRun(() -> {
                    Paid paid = new Paid(bytes);
                    try {
                        boolean unused = stripes.mine().add(mutation, length, callback, paid);
                    } catch (IOException | RuntimeException e) {
                        callback.settled(e);
                    } finally {
                        budget.give(paid.rest);
                    }
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

    /** Lets in who has paid before. Used by one thread. */
    private static final class Paid implements Intake.Gate {
        private long rest;

        Paid(long bytes) {
            rest = bytes;
        }

        @Override
        public long admit(long bytes, long purse) {
            long paid = rest;
            rest = 0;
            return paid;
        }
    }
}
