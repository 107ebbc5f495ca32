package io.sluice.bench.mutator;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.bench.put.PutContender;
import io.sluice.internal.metrics.ClientNumbers;
import java.util.concurrent.CompletableFuture;

/** Ours, by {@code mutate()}. */
public final class SluiceMutator implements MutatorUnderTest {
    private final StubEngine engine;
    private final AsyncBufferedMutator mutator;
    private final Put put = (Put) PutContender.SLUICE.build(PutContender.row(), PutContender.value());

    SluiceMutator(Setup setup, Answering answering) {
        this(new StubEngine(setup, answering));
    }

    private SluiceMutator(StubEngine engine) {
        this.engine = engine;
        mutator = engine.mutator();
    }

    /**
     * Creates a mutator.
     *
     * @param numbers records what it does
     */
    public static MutatorUnderTest counting(Setup setup, ClientNumbers numbers) {
        return new SluiceMutator(new StubEngine(setup, Answering.BY_NETWORK_THREAD, numbers));
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutate(put);
    }

    @Override
    public void close() {
        engine.close();
    }
}
