package io.sluice.bench.outage;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.bench.nullserver.NullServerProcess;
import io.sluice.bench.writer.Rows;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sluice's client. */
final class SluiceOutageClient implements OutageClient {
    private final AsyncConnection connection;
    private final List<AsyncBufferedMutator> mutators = new ArrayList<>();
    private final byte[] value = new byte[VALUE_BYTES];

    SluiceOutageClient(Map<String, String> settings, int tables) throws Exception {
        Configuration configuration = new Configuration();
        settings.forEach(configuration::set);
        connection = ConnectionFactory.createAsyncConnection(configuration).get();
        for (int table = 0; table < tables; table++) {
            TableName name = TableName.valueOf(NullServerProcess.table(table));
            int regions = connection.preloadRegions(name).get();
            if (regions != Rows.REGIONS) {
                throw new IllegalStateException(name + " has " + regions + " regions");
            }
            mutators.add(connection.getBufferedMutator(name));
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
    public void close() {
        mutators.forEach(AsyncBufferedMutator::close);
        connection.close();
    }
}
