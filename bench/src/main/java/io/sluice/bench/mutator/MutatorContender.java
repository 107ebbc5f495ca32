package io.sluice.bench.mutator;

import io.sluice.bench.mutator.MutatorUnderTest.Setup;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.DescribedChange;
import org.apache.hadoop.hbase.client.StockMutator;

/** The mutators that are measured. */
public enum MutatorContender {
    SLUICE("sluice") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new SluiceMutator(setup);
        }
    },
    CALLBACK("sluice, callback") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new CallbackMutator(setup);
        }
    },
    DESCRIBED("described change") {
        @Override
        MutatorUnderTest open(Setup setup) {
            StubTable stub = new StubTable(setup);
            return new PeerMutator(stub, describedChange(stub, setup));
        }
    },
    BARE("lists alone") {
        @Override
        MutatorUnderTest open(Setup setup) {
            StubTable stub = new StubTable(setup);
            return new BareMutator(stub, describedChange(stub, setup));
        }
    },
    HBASE("hbase-client") {
        @Override
        MutatorUnderTest open(Setup setup) {
            StubTable stub = new StubTable(setup);
            return new PeerMutator(stub, StockMutator.open(stub.table(), setup.bufferBytes(), setup.maxMutations()));
        }
    },
    SLEEP_ALONE("sleep alone (floor)") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new SleepAlone(setup);
        }
    },
    OWN_BUFFERS("own buffers (floor)") {
        @Override
        MutatorUnderTest open(Setup setup) {
            return new OwnBuffers(setup);
        }
    };

    /** Returns the contenders to compare: each floor only applies to some of the situations. */
    static List<MutatorContender> compared(boolean flushBlocks, Answering answering) {
        return Arrays.stream(values())
                .filter(contender -> switch (contender) {
                    case SLEEP_ALONE -> flushBlocks;
                    case OWN_BUFFERS -> answering == Answering.BY_NETWORK_THREAD;
                    default -> true;
                })
                .toList();
    }

    private final String title;

    MutatorContender(String title) {
        this.title = title;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    abstract MutatorUnderTest open(Setup setup);

    private static DescribedChange describedChange(StubTable stub, Setup setup) {
        return new DescribedChange(stub.table(), setup.bufferBytes(), setup.maxMutations());
    }
}
