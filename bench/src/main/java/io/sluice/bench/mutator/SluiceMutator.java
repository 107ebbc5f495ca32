package io.sluice.bench.mutator;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Put;
import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;

/** Ours, by {@code mutate()}. */
final class SluiceMutator implements MutatorUnderTest {
    private final StubEngine engine;
    private final AsyncBufferedMutator mutator;
    private final Put put = (Put) PutContender.SLUICE.build(PutContender.row(), PutContender.value());

    SluiceMutator(Setup setup) {
        engine = new StubEngine(setup);
        mutator = engine.mutator();
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
