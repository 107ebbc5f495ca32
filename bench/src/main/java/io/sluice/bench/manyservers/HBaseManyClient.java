package io.sluice.bench.manyservers;

import io.sluice.bench.nullserver.RegionSpread;
import io.sluice.bench.writer.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;

/** The asynchronous mutator of {@code hbase-client}. */
final class HBaseManyClient implements ManyClient {
    private final AsyncConnection connection;
    private final TableName table;
    private final RegionSpread spread;

    HBaseManyClient(Target target, RegionSpread spread) throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        target.settings().forEach(configuration::set);
        connection = ConnectionFactory.createAsyncConnection(configuration).get();
        table = TableName.valueOf(target.table());
        this.spread = spread;
    }

    /** Reading the regions also caches them. */
    @Override
    public int preload() throws Exception {
        return connection.getRegionLocator(table).getAllRegionLocations().get().size();
    }

    /**
     * The client has no call that connects, so it writes a put to each server: to the first regions, which are on
     * different servers.
     */
    @Override
    public void connect() throws Exception {
        List<byte[]> rows = new ArrayList<>();
        rows.add(new byte[Integer.BYTES]);
        rows.addAll(spread.splitKeys().subList(0, spread.servers() - 1));
        try (Mutator mutator = mutator(table.getNameAsString(), null)) {
            List<CompletableFuture<Void>> puts = new ArrayList<>();
            rows.forEach(row -> puts.add(mutator.put(row)));
            mutator.flush();
            for (CompletableFuture<Void> put : puts) {
                Object unused = put.get();
            }
        }
    }

    @Override
    public Mutator mutator(String name, @Nullable Duration linger) {
        AsyncBufferedMutatorBuilder builder = connection.getBufferedMutatorBuilder(TableName.valueOf(name));
        if (linger != null) {
            builder.setWriteBufferPeriodicFlush(linger.toMillis(), TimeUnit.MILLISECONDS);
        }
        return new Opened(builder.build());
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }

    private static final class Opened implements Mutator {
        private final AsyncBufferedMutator mutator;
        private final byte[] value = new byte[VALUE_BYTES];

        Opened(AsyncBufferedMutator mutator) {
            this.mutator = mutator;
        }

        @Override
        public CompletableFuture<Void> put(byte[] row) {
            return mutator.mutate(new Put(row, /* rowIsImmutable= */ true).addColumn(FAMILY, QUALIFIER, value));
        }

        @Override
        public void flush() {
            mutator.flush();
        }

        @Override
        public void close() {
            mutator.close();
        }
    }
}
