package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Configuration;
import io.sluice.Durability;
import io.sluice.FlushResult;
import io.sluice.MutationCallback;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sluice's mutator, with a callback or a future for each put. It bounds its memory itself. */
final class SluiceWriter implements Writer {
    private static final byte[] FAMILY_BYTES = FAMILY.getBytes(US_ASCII);
    private static final byte[] QUALIFIER_BYTES = QUALIFIER.getBytes(US_ASCII);

    private final AsyncConnection connection;
    private final AsyncBufferedMutator mutator;
    private final Durability durability;
    private final byte[] value;
    private final boolean futures;
    private final LongAdder acknowledged = new LongAdder();

    private final MutationCallback outcome = this::settled;

    /** One callback for all puts, to keep them cheap. */
    private final BiConsumer<@Nullable Object, @Nullable Throwable> settled = (nothing, failure) -> settled(failure);

    /** @param futures whether {@link #write(byte[])} uses the form that returns a future */
    SluiceWriter(Setup setup, boolean futures) throws Exception {
        this.futures = futures;
        Configuration configuration = new Configuration();
        setup.target().settings().forEach(configuration::set);
        setup.settings().forEach(configuration::set);
        connection = ConnectionFactory.createAsyncConnection(configuration).get();
        AsyncBufferedMutatorBuilder builder = connection.getBufferedMutatorBuilder(
                TableName.valueOf(setup.target().table()));
        if (setup.linger() != null) {
            builder.setWriteBufferPeriodicFlush(setup.linger().toMillis(), TimeUnit.MILLISECONDS);
        }
        mutator = builder.build();
        durability = setup.load().skipWal() ? Durability.SKIP_WAL : Durability.USE_DEFAULT;
        value = Rows.value(setup.load().valueBytes());
    }

    private void settled(@Nullable Throwable failure) {
        if (failure == null) {
            acknowledged.increment();
        }
    }

    private Put put(byte[] row) {
        return new Put(row, /* rowIsImmutable= */ true)
                .addImmutable(FAMILY_BYTES, QUALIFIER_BYTES, value)
                .setDurability(durability);
    }

    /** Without futures, uses the form for high-volume writers: one callback for all. */
    @Override
    public void write(byte[] row) {
        Put put = put(row);
        if (futures) {
            CompletableFuture<Void> unused = mutator.mutate(put).whenComplete(settled);
            return;
        }
        while (!mutator.tryMutate(put, outcome)) {
            mutator.ready().join();
        }
    }

    @Override
    public void write(byte[] row, Consumer<@Nullable Throwable> settled) {
        CompletableFuture<Void> unused = mutator.mutate(put(row)).whenComplete((nothing, failure) -> {
            settled(failure);
            settled.accept(failure);
        });
    }

    @Override
    public void finish() throws Exception {
        FlushResult unused = mutator.flushAsync().get();
    }

    @Override
    public long acknowledged() {
        return acknowledged.sum();
    }

    @Override
    public long failed() {
        return mutator.state().failed();
    }

    @Override
    public void close() {
        mutator.close();
        connection.close();
    }
}
