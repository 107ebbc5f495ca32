package io.sluice.bench.mutator;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.bench.put.PutContender;
import io.sluice.internal.metrics.ClientNumbers;
import java.util.concurrent.CompletableFuture;

/** Sluice's mutator, called by {@code mutate()}. */
public final class SluiceMutator implements MutatorUnderTest {
    private final StubEngine engine;
    private final AsyncBufferedMutator mutator;
    private final Puts<Put> puts = new Puts<>(PutContender.SLUICE);

    SluiceMutator(Setup setup) {
        this(new StubEngine(setup));
    }

    private SluiceMutator(StubEngine engine) {
        this.engine = engine;
        mutator = engine.mutator();
    }

    /**
     * Creates a mutator.
     *
     * @param numbers records its activity
     */
    public static MutatorUnderTest counting(Setup setup, ClientNumbers numbers) {
        return new SluiceMutator(new StubEngine(setup, numbers));
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutate(puts.next());
    }

    @Override
    public void close() {
        engine.close();
    }
}
