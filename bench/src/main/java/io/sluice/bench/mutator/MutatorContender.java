package io.sluice.bench.mutator;

import io.sluice.bench.mutator.MutatorUnderTest.Setup;

/** Whose mutator is called. */
public enum MutatorContender {
    SLUICE("sluice") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new SluiceMutator(setup);
        }
    },
    DESCRIBED("described change") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new DescribedMutator(setup);
        }
    },
    HBASE("hbase-client") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new HBaseMutator(setup);
        }
    };

    private final String title;

    MutatorContender(String title) {
        this.title = title;
    }

    /** As it stands in tables. */
    public String title() {
        return title;
    }

    abstract MutatorUnderTest open(Setup setup);
}
