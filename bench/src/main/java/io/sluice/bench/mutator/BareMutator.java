package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.DescribedChange;
import org.apache.hadoop.hbase.client.Put;

/** {@link DescribedChange} without the cost of HBase's interface. */
final class BareMutator implements MutatorUnderTest {
    private final StubTable stub;
    private final DescribedChange mutator;
    private final Puts<Put> puts = new Puts<>(PutContender.HBASE);

    /** @param stub closed with this */
    BareMutator(StubTable stub, DescribedChange mutator) {
        this.stub = stub;
        this.mutator = mutator;
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutateBare(puts.next());
    }

    @Override
    public void close() {
        CompletableFuture<Void> last = mutate();
        mutator.close();
        stub.close(last);
    }
}
