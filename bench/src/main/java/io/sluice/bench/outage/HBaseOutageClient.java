package io.sluice.bench.outage;

import io.sluice.bench.nullserver.NullServerProcess;
import io.sluice.bench.writer.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;

/** The asynchronous mutators of {@code hbase-client}. */
final class HBaseOutageClient implements OutageClient {
    /**
     * By default there is no periodic flush, and a window that is smaller than the buffers of all tables then blocks
     * forever.
     */
    static final long PERIODIC_FLUSH_SECONDS = 1;

    private final AsyncConnection connection;
    private final List<AsyncBufferedMutator> mutators = new ArrayList<>();
    private final byte[] value = new byte[VALUE_BYTES];

    HBaseOutageClient(Map<String, String> settings, int tables) throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        settings.forEach(configuration::set);
        connection = ConnectionFactory.createAsyncConnection(configuration).get();
        for (int table = 0; table < tables; table++) {
            TableName name = TableName.valueOf(NullServerProcess.table(table));
            // Reading the regions also caches them.
            int regions = connection
                    .getRegionLocator(name)
                    .getAllRegionLocations()
                    .get()
                    .size();
            if (regions != Rows.REGIONS) {
                throw new IllegalStateException(name + " has " + regions + " regions");
            }
            mutators.add(connection
                    .getBufferedMutatorBuilder(name)
                    .setWriteBufferPeriodicFlush(PERIODIC_FLUSH_SECONDS, TimeUnit.SECONDS)
                    .build());
        }
    }

    @Override
    public CompletableFuture<Void> put(int table, byte[] row) {
        return mutators.get(table).mutate(new Put(row, /* rowIsImmutable= */ true).addColumn(FAMILY, QUALIFIER, value));
    }

    @Override
    public void flush() {
        mutators.forEach(AsyncBufferedMutator::flush);
    }

    @Override
    public void close() throws IOException {
        mutators.forEach(AsyncBufferedMutator::close);
        connection.close();
    }
}
