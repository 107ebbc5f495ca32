package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;

/** The asynchronous mutator of {@code hbase-client}. It has no bound, so it gets a window. */
final class HBaseAsyncWriter implements Writer {
    private static final byte[] FAMILY_BYTES = FAMILY.getBytes(US_ASCII);
    private static final byte[] QUALIFIER_BYTES = QUALIFIER.getBytes(US_ASCII);

    private final AsyncConnection connection;
    private final AsyncBufferedMutator mutator;
    private final Durability durability;
    private final byte[] value;
    private final Window window;

    /** One callback for all puts, to keep them cheap. */
    private final BiConsumer<@Nullable Object, @Nullable Throwable> settled = this::settled;

    HBaseAsyncWriter(Setup setup) throws Exception {
        window = new Window(setup.windowPuts());
        connection =
                ConnectionFactory.createAsyncConnection(configuration(setup)).get();
        AsyncBufferedMutatorBuilder builder = connection.getBufferedMutatorBuilder(
                TableName.valueOf(setup.target().table()));
        if (setup.linger() != null) {
            builder.setWriteBufferPeriodicFlush(setup.linger().toMillis(), TimeUnit.MILLISECONDS);
        }
        mutator = builder.build();
        durability = durability(setup.load());
        value = Rows.value(setup.load().valueBytes());
    }

    static Configuration configuration(Setup setup) {
        Configuration configuration = HBaseConfiguration.create();
        setup.target().settings().forEach(configuration::set);
        setup.settings().forEach(configuration::set);
        return configuration;
    }

    static Durability durability(Load load) {
        return load.skipWal() ? Durability.SKIP_WAL : Durability.USE_DEFAULT;
    }

    private void settled(@Nullable Object nothing, @Nullable Throwable failure) {
        if (failure == null) {
            window.acknowledged();
        } else {
            window.failed();
        }
    }

    private CompletableFuture<Void> mutate(byte[] row) throws InterruptedException {
        window.enter();
        Put put = new Put(row, /* rowIsImmutable= */ true).addImmutable(FAMILY_BYTES, QUALIFIER_BYTES, value);
        put.setDurability(durability);
        return mutator.mutate(put);
    }

    @Override
    public void write(byte[] row) throws InterruptedException {
        CompletableFuture<Void> unused = mutate(row).whenComplete(settled);
    }

    @Override
    public void write(byte[] row, Consumer<@Nullable Throwable> timer) throws InterruptedException {
        CompletableFuture<Void> unused = mutate(row).whenComplete((nothing, failure) -> {
            timer.accept(failure);
            settled(null, failure);
        });
    }

    @Override
    public void finish() throws InterruptedException {
        mutator.flush();
        window.awaitEmpty();
    }

    @Override
    public long acknowledged() {
        return window.acknowledgedCount();
    }

    @Override
    public long failed() {
        return window.failedCount();
    }

    @Override
    public void close() throws IOException {
        mutator.close();
        connection.close();
    }
}
