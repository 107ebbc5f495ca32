package io.sluice.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * HBase's mutator over Sluice's. Accepts HBase's mutations, which are copied at once and may be reused. Its futures
 * fail with HBase's exceptions. Safe for use by many threads.
 */
public final class SluiceAsyncBufferedMutator implements AsyncBufferedMutator {
    private final TableName table;
    private final Configuration configuration;
    private final io.sluice.AsyncBufferedMutator mutator;

    SluiceAsyncBufferedMutator(TableName table, Configuration configuration, io.sluice.AsyncBufferedMutator mutator) {
        this.table = table;
        this.configuration = configuration;
        this.mutator = mutator;
    }

    /**
     * Returns the underlying mutator of Sluice, for features that HBase's interface lacks. It is closed with this one.
     */
    public io.sluice.AsyncBufferedMutator unwrap() {
        return mutator;
    }

    @Override
    public TableName getName() {
        return table;
    }

    @Override
    public Configuration getConfiguration() {
        return configuration;
    }

    /**
     * Adds a mutation to the write buffer. Waits for room when the memory budget of Sluice's connection is used up.
     *
     * @throws IllegalArgumentException if the mutation is empty or too large, or has a time range, which Sluice does
     *     not send
     */
    @Override
    public CompletableFuture<Void> mutate(Mutation mutation) {
        return HBaseErrors.translated(mutator.mutate(SluiceMutations.of(mutation)));
    }

    /**
     * Adds mutations in their order; see {@link #mutate(Mutation)}. If one is not acceptable, none is accepted. A list
     * that fills the buffer is sent completely, as by HBase: a program may wait for all of it.
     */
    @Override
    public List<CompletableFuture<Void>> mutate(List<? extends Mutation> mutations) {
        List<io.sluice.Mutation> ours = new ArrayList<>(mutations.size());
        long bytes = mutator.state().bufferedBytes();
        for (Mutation mutation : mutations) {
            io.sluice.Mutation one = SluiceMutations.of(mutation);
            ours.add(one);
            bytes += one.encodedSize();
        }
        List<CompletableFuture<Void>> futures =
                mutator.mutate(ours).stream().map(HBaseErrors::translated).toList();
        if (bytes >= mutator.getWriteBufferSize() || ours.size() >= mutator.getMaxMutations()) {
            mutator.flush();
        }
        return futures;
    }

    /** Adds mutations of one row that are applied together or not at all; HBase's interface does not have this. */
    public CompletableFuture<Void> mutate(RowMutations mutations) {
        return HBaseErrors.translated(mutator.mutate(SluiceMutations.of(mutations)));
    }

    @Override
    public void flush() {
        mutator.flush();
    }

    /** Sends the buffer and waits for acknowledgements, 30 s at most. HBase's mutator does not wait. */
    @Override
    public void close() {
        mutator.close();
    }

    @Override
    public long getWriteBufferSize() {
        return mutator.getWriteBufferSize();
    }

    @Override
    public int getMaxMutations() {
        return mutator.getMaxMutations();
    }

    @Override
    public long getPeriodicalFlushTimeout(TimeUnit unit) {
        return mutator.getPeriodicalFlushTimeout(unit);
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return mutator.getRequestAttributes();
    }
}
