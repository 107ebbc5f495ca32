package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.DescribedChange;
import org.apache.hadoop.hbase.client.Put;

/** {@link DescribedChange} without what HBase's interface costs. */
final class BareMutator implements MutatorUnderTest {
    private final DescribedChange mutator;
    private final Put put = (Put) PutContender.HBASE.build(PutContender.row(), PutContender.value());

    BareMutator(DescribedChange mutator) {
        this.mutator = mutator;
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutateBare(put);
    }

    @Override
    public void close() {
        CompletableFuture<Void> last = mutate();
        mutator.close();
        StubTable.checkAcknowledged(last);
    }
}
