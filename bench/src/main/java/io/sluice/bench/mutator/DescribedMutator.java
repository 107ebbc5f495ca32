package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.DescribedChange;
import org.apache.hadoop.hbase.client.Put;

/** The baseline {@link DescribedChange}. */
final class DescribedMutator implements MutatorUnderTest {
    private final DescribedChange mutator;
    private final Put put = (Put) PutContender.HBASE.build(PutContender.row(), PutContender.value());

    DescribedMutator(Setup setup) {
        mutator = new DescribedChange(StubTable.of(setup), setup.bufferBytes(), setup.maxMutations());
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutate(put);
    }

    @Override
    public void close() {
        CompletableFuture<Void> last = mutate();
        mutator.flush();
        StubTable.checkAcknowledged(last);
    }
}
