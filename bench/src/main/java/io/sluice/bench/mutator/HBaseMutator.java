package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.StockMutator;

/** The mutator of {@code hbase-client} as released. */
final class HBaseMutator implements MutatorUnderTest {
    private final AsyncBufferedMutator mutator;
    private final Put put = (Put) PutContender.HBASE.build(PutContender.row(), PutContender.value());

    HBaseMutator(Setup setup) {
        mutator = StockMutator.open(StubTable.of(setup), setup.bufferBytes(), setup.maxMutations());
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutate(put);
    }

    @Override
    public void close() {
        CompletableFuture<Void> last = mutate();
        mutator.close();
        StubTable.checkAcknowledged(last);
    }
}
