package io.sluice.bench.metrics;

import io.sluice.bench.mutator.MutatorUnderTest;
import io.sluice.bench.mutator.SluiceMutator;
import io.sluice.internal.metrics.ClientNumbers;

/** A mutator with and without a reader of its numbers. */
public enum MetricsContender {
    BOUND("bound") {
        @Override
        MutatorUnderTest open(MutatorUnderTest.Setup setup) {
            ClientNumbers numbers = new ClientNumbers();
            numbers.startReading();
            return SluiceMutator.counting(setup, numbers);
        }
    },
    UNBOUND("unbound") {
        @Override
        MutatorUnderTest open(MutatorUnderTest.Setup setup) {
            return SluiceMutator.counting(setup, new ClientNumbers());
        }
    };

    private final String title;

    MetricsContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    abstract MutatorUnderTest open(MutatorUnderTest.Setup setup);
}
