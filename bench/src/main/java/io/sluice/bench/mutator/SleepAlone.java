package io.sluice.bench.mutator;

import java.util.concurrent.atomic.AtomicLong;

/** The floor of a flush that blocks: one of so many calls sleeps, and nothing else is done. */
final class SleepAlone implements MutatorUnderTest {
    private final Setup setup;
    private final AtomicLong calls = new AtomicLong();

    SleepAlone(Setup setup) {
        this.setup = setup;
    }

    @Override
    public Object mutate() {
        if (calls.incrementAndGet() % setup.maxMutations() == 0) {
            setup.block();
        }
        return this;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
