package io.sluice.bench.mutator;

import io.sluice.bench.mutator.MutatorUnderTest.Setup;
import org.apache.hadoop.hbase.client.DescribedChange;
import org.apache.hadoop.hbase.client.StockMutator;

/** The mutators that are measured. */
public enum MutatorContender {
    SLUICE("sluice") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new SluiceMutator(setup, Answering.AT_ONCE);
        }
    },
    CALLBACK("sluice, callback") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new CallbackMutator(setup);
        }
    },
    NETWORK_THREAD("sluice, network thread") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new SluiceMutator(setup, Answering.BY_NETWORK_THREAD);
        }
    },
    DESCRIBED("described change") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new PeerMutator(describedChange(setup));
        }
    },
    BARE("lists alone") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new BareMutator(describedChange(setup));
        }
    },
    HBASE("hbase-client") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new PeerMutator(StockMutator.open(StubTable.of(setup), setup.bufferBytes(), setup.maxMutations()));
        }
    };

    private final String title;

    MutatorContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    abstract MutatorUnderTest open(Setup setup);

    private static DescribedChange describedChange(Setup setup) {
        return new DescribedChange(StubTable.of(setup), setup.bufferBytes(), setup.maxMutations());
    }
}
