package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Put;

/** A mutator behind the interface of {@code hbase-client}. */
final class PeerMutator implements MutatorUnderTest {
    private final StubTable stub;
    private final AsyncBufferedMutator mutator;
    private final Puts<Put> puts = new Puts<>(PutContender.HBASE);

    /** @param stub closed with this */
    PeerMutator(StubTable stub, AsyncBufferedMutator mutator) {
        this.stub = stub;
        this.mutator = mutator;
    }

    @Override
    public CompletableFuture<Void> mutate() {
        return mutator.mutate(puts.next());
    }

    @Override
    public void close() {
        CompletableFuture<Void> last = mutate();
        mutator.close();
        stub.close(last);
    }
}
