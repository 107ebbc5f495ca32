package io.sluice.bench.mutator;

import io.sluice.AsyncBufferedMutator;
import io.sluice.MutationCallback;
import io.sluice.Put;
import io.sluice.bench.put.PutContender;
import java.util.concurrent.atomic.LongAdder;

/** Sluice's mutator, called by {@code tryMutate()} with one callback for all. */
final class CallbackMutator implements MutatorUnderTest {
    private final StubEngine engine;
    private final AsyncBufferedMutator mutator;
    private final Puts<Put> puts = new Puts<>(PutContender.SLUICE);
    private final LongAdder failed = new LongAdder();
    private final MutationCallback callback = error -> {
        if (error != null) {
            failed.increment();
        }
    };

    CallbackMutator(Setup setup) {
        engine = new StubEngine(setup);
        mutator = engine.mutator();
    }

    @Override
    public Object mutate() {
        Put put = puts.next();
        while (!mutator.tryMutate(put, callback)) {
            mutator.ready().join();
        }
        return callback;
    }

    @Override
    public void close() {
        engine.close();
        if (failed.sum() > 0) {
            throw new IllegalStateException(failed.sum() + " mutations failed");
        }
    }
}
