package io.sluice.bench.manyservers;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.bench.writer.Target;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import io.sluice.client.WarmUp;
import io.sluice.client.WarmUpReport;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sluice's client. */
final class SluiceManyClient implements ManyClient {
    private static final Duration MOST = Duration.ofMinutes(1);

    private final AsyncConnection connection;
    private final TableName table;

    SluiceManyClient(Target target) throws Exception {
        Configuration configuration = new Configuration();
        target.settings().forEach(configuration::set);
        connection = ConnectionFactory.createAsyncConnection(configuration).get();
        table = TableName.valueOf(target.table());
    }

    @Override
    public int preload() throws Exception {
        return connection.preloadRegions(table).get();
    }

    @Override
    public void connect() throws Exception {
        WarmUpReport report =
                connection.warmUp(WarmUp.ofTables(table).withDeadline(MOST)).get();
        if (!report.isComplete()) {
            throw new IllegalStateException("not all connected: " + report);
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
    public void close() {
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
