package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Put;

/** A mutator behind the interface of {@code hbase-client}. */
final class PeerMutator implements MutatorUnderTest {
    private final AsyncBufferedMutator mutator;
    private final Put put = (Put) PutContender.HBASE.build(PutContender.row(), PutContender.value());

    PeerMutator(AsyncBufferedMutator mutator) {
        this.mutator = mutator;
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
