package io.sluice.hbase;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the settings until a connection can create the mutator. Values that HBase's builder refuses at once are refused
 * at once, others by {@link #build}.
 */
final class SluiceAsyncBufferedMutatorBuilder implements AsyncBufferedMutatorBuilder {
    private final WriterConnection writers;
    private final TableName table;
    private final @Nullable ExecutorService pool;
    private final List<Consumer<io.sluice.AsyncBufferedMutatorBuilder>> settings = new ArrayList<>();
    private final Map<String, byte[]> requestAttributes = new LinkedHashMap<>();

    SluiceAsyncBufferedMutatorBuilder(WriterConnection writers, TableName table, @Nullable ExecutorService pool) {
        this.writers = writers;
        this.table = table;
        this.pool = pool;
    }

    private SluiceAsyncBufferedMutatorBuilder with(Consumer<io.sluice.AsyncBufferedMutatorBuilder> setting) {
        settings.add(setting);
        return this;
    }

    private static void checkPositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }

    @Override
    public AsyncBufferedMutatorBuilder setOperationTimeout(long timeout, TimeUnit unit) {
        return with(builder -> builder.setOperationTimeout(timeout, unit));
    }

    @Override
    public AsyncBufferedMutatorBuilder setRpcTimeout(long timeout, TimeUnit unit) {
        return with(builder -> builder.setRpcTimeout(timeout, unit));
    }

    @Override
    public AsyncBufferedMutatorBuilder setRetryPause(long pause, TimeUnit unit) {
        return with(builder -> builder.setRetryPause(pause, unit));
    }

    @Override
    public AsyncBufferedMutatorBuilder setWriteBufferPeriodicFlush(long timeout, TimeUnit unit) {
        return with(builder -> builder.setWriteBufferPeriodicFlush(timeout, unit));
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxAttempts(int maxAttempts) {
        return with(builder -> builder.setMaxAttempts(maxAttempts));
    }

    @Override
    public AsyncBufferedMutatorBuilder setStartLogErrorsCnt(int startLogErrorsCnt) {
        return with(builder -> builder.setStartLogErrorsCnt(startLogErrorsCnt));
    }

    @Override
    public AsyncBufferedMutatorBuilder setWriteBufferSize(long writeBufferSize) {
        checkPositive("writeBufferSize", writeBufferSize);
        return with(builder -> builder.setWriteBufferSize(writeBufferSize));
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxKeyValueSize(int maxKeyValueSize) {
        checkPositive("maxKeyValueSize", maxKeyValueSize);
        return with(builder -> builder.setMaxKeyValueSize(maxKeyValueSize));
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxMutations(int maxMutations) {
        checkPositive("maxMutations", maxMutations);
        return with(builder -> builder.setMaxMutations(maxMutations));
    }

    @Override
    public AsyncBufferedMutatorBuilder setRequestAttribute(String key, byte[] value) {
        requestAttributes.put(key, value);
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setRequestAttributes(Map<String, byte[]> attributes) {
        requestAttributes.putAll(attributes);
        return this;
    }

    /**
     * Creates the mutator. Waits if the connection is not open yet.
     *
     * @throws java.io.UncheckedIOException if no cluster was found in time
     * @throws IllegalArgumentException if a setting cannot be used
     */
    @Override
    public SluiceAsyncBufferedMutator build() {
        io.sluice.client.AsyncConnection connection = writers.await();
        io.sluice.TableName ours = io.sluice.TableName.valueOf(table.getNameAsString());
        io.sluice.AsyncBufferedMutatorBuilder builder = pool == null
                ? connection.getBufferedMutatorBuilder(ours)
                : connection.getBufferedMutatorBuilder(ours, pool);
        settings.forEach(setting -> setting.accept(builder));
        builder.setRequestAttributes(requestAttributes);
        return new SluiceAsyncBufferedMutator(table, writers.hadoop(), builder.build());
    }
}
