package io.sluice.internal.buffer;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.Configuration;
import io.sluice.MutatorListener;
import io.sluice.Ordering;
import io.sluice.TableName;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.DispatchSettings;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.retry.RetryPolicy;
import io.sluice.internal.settings.BackpressureMode;
import io.sluice.internal.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Collects the settings of a mutator and makes it. Keys and defaults are those of HBase 2.6, unless the interface says
 * otherwise, and those of {@link Settings}.
 */
final class AsyncBufferedMutatorBuilderImpl implements AsyncBufferedMutatorBuilder {
    private static final long DEFAULT_BUFFER_BYTES = 2 << 20;

    // Read by the mutator when it is made.
    final WriteEngine engine;
    final TableName table;
    /** Null for the network thread that learns the outcome. */
    final @Nullable Executor completions;

    /** 0 or less for no limit. */
    int maxKeyValueBytes;

    Backpressure backpressure;
    Duration closeTimeout;
    int maxInFlightPerServer;
    boolean clientTimestamps;
    final List<MutatorListener> listeners = new ArrayList<>();

    private long writeBufferBytes;
    /** Whether the buffer may be larger than that while its rows go to many servers. */
    boolean growsWithSpread;

    private int maxMutations;
    private long periodicFlushNanos;
    private long operationTimeoutNanos;
    private long rpcTimeoutNanos;
    private long pauseNanos;
    private long overloadedPauseNanos;
    private int maxAttempts;
    private int startLogErrorsCount;
    private final Map<String, byte[]> requestAttributes = new LinkedHashMap<>();
    private long maxRequestBytes;
    private int maxRequestRows;
    private Ordering ordering;

    AsyncBufferedMutatorBuilderImpl(WriteEngine engine, TableName table, @Nullable Executor completions) {
        this.engine = engine;
        this.table = Objects.requireNonNull(table, "table");
        this.completions = completions;
        Configuration conf = engine.parts().configuration();
        setWriteBufferSize(conf.getLong("hbase.client.write.buffer", DEFAULT_BUFFER_BYTES));
        // HBase's own configuration has its default as a value.
        growsWithSpread = writeBufferBytes == DEFAULT_BUFFER_BYTES;
        setMaxMutations(conf.getInt("hbase.client.write.buffer.maxmutations", -1));
        setWriteBufferPeriodicFlush(
                conf.getLong("hbase.client.write.buffer.periodicflush.timeout.ms", 1_000), TimeUnit.MILLISECONDS);
        setMaxKeyValueSize(conf.getInt("hbase.client.keyvalue.maxsize", 10 << 20));
        setOperationTimeout(conf.getLong("hbase.client.operation.timeout", 120_000), TimeUnit.MILLISECONDS);
        long rpcTimeoutMillis = conf.getLong("hbase.rpc.timeout", 60_000);
        setRpcTimeout(conf.getLong("hbase.rpc.write.timeout", rpcTimeoutMillis), TimeUnit.MILLISECONDS);
        long pauseMillis = conf.getLong("hbase.client.pause", 100);
        setRetryPause(pauseMillis, TimeUnit.MILLISECONDS);
        long overloadedMillis = conf.getLong(
                "hbase.client.pause.server.overloaded", conf.getLong("hbase.client.pause.cqtbe", pauseMillis));
        if (overloadedMillis < 0) {
            throw new IllegalArgumentException(
                    "hbase.client.pause.server.overloaded (hbase.client.pause.cqtbe) must not be negative: "
                            + overloadedMillis);
        }
        overloadedPauseNanos = TimeUnit.MILLISECONDS.toNanos(overloadedMillis);
        setMaxRetries(conf.getInt("hbase.client.retries.number", 15));
        setStartLogErrorsCnt(conf.getInt("hbase.client.start.log.errors.counter", 5));
        setMaxRequestRows(conf.getInt("hbase.client.max.perrequest.rows", 2048));
        BackpressureMode mode = Settings.BACKPRESSURE.value(conf, table);
        backpressure = Settings.BACKPRESSURE_TIMEOUT.read(conf, table, mode::waiting);
        maxRequestBytes = Settings.MAX_REQUEST_SIZE.read(conf, table, bytes -> positive("maxRequestSize", bytes));
        closeTimeout = Settings.CLOSE_TIMEOUT.read(conf, table, AsyncBufferedMutatorBuilderImpl::closeTimeout);
        maxInFlightPerServer =
                Settings.MAX_IN_FLIGHT_PER_SERVER.read(conf, table, AsyncBufferedMutatorBuilderImpl::maxInFlight);
        ordering = Settings.ORDERING.value(conf, table);
        clientTimestamps = Settings.CLIENT_TIMESTAMPS.value(conf, table);
    }

    @Override
    public AsyncBufferedMutatorBuilder setWriteBufferSize(long writeBufferSize) {
        writeBufferBytes = positive("writeBufferSize (hbase.client.write.buffer)", writeBufferSize);
        growsWithSpread = false;
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxMutations(int max) {
        maxMutations = max > 0 ? max : Integer.MAX_VALUE;
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setWriteBufferPeriodicFlush(long timeout, TimeUnit unit) {
        periodicFlushNanos = Math.max(0, unit.toNanos(timeout));
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxKeyValueSize(int maxKeyValueSize) {
        maxKeyValueBytes = maxKeyValueSize;
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setOperationTimeout(long timeout, TimeUnit unit) {
        operationTimeoutNanos = unit.toNanos(positive("operationTimeout (hbase.client.operation.timeout)", timeout));
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setRpcTimeout(long timeout, TimeUnit unit) {
        rpcTimeoutNanos = unit.toNanos(positive("rpcTimeout (hbase.rpc.write.timeout, hbase.rpc.timeout)", timeout));
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setRetryPause(long pause, TimeUnit unit) {
        if (pause < 0) {
            throw new IllegalArgumentException("retryPause (hbase.client.pause) must not be negative: " + pause);
        }
        pauseNanos = unit.toNanos(pause);
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxAttempts(int attempts) {
        maxAttempts = (int) positive("maxAttempts (hbase.client.retries.number + 1)", attempts);
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setStartLogErrorsCnt(int count) {
        startLogErrorsCount = count;
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setRequestAttribute(String key, byte[] value) {
        requestAttributes.put(Objects.requireNonNull(key, "key"), value.clone());
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setRequestAttributes(Map<String, byte[]> attributes) {
        requestAttributes.clear();
        attributes.forEach(this::setRequestAttribute);
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setBackpressure(Backpressure mode) {
        backpressure = Objects.requireNonNull(mode, "mode");
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxRequestSize(long bytes) {
        maxRequestBytes = positive("maxRequestSize", bytes);
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxRequestRows(int rows) {
        maxRequestRows = (int) positive("maxRequestRows (hbase.client.max.perrequest.rows)", rows);
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setMaxInFlightPerServer(int requests) {
        maxInFlightPerServer = maxInFlight(requests);
        return this;
    }

    private static int maxInFlight(int requests) {
        if (requests < 0) {
            throw new IllegalArgumentException("maxInFlightPerServer must not be negative: " + requests);
        }
        return requests;
    }

    @Override
    public AsyncBufferedMutatorBuilder setOrdering(Ordering order) {
        ordering = Objects.requireNonNull(order, "order");
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setClientTimestamps(boolean on) {
        clientTimestamps = on;
        return this;
    }

    @Override
    public AsyncBufferedMutatorBuilder setCloseTimeout(Duration timeout) {
        closeTimeout = closeTimeout(timeout);
        return this;
    }

    private static Duration closeTimeout(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("closeTimeout must not be negative: " + timeout);
        }
        return timeout;
    }

    @Override
    public AsyncBufferedMutatorBuilder addListener(MutatorListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    private static long positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
        return value;
    }

    @Override
    public AsyncBufferedMutator build() {
        AsyncBufferedMutatorImpl mutator = new AsyncBufferedMutatorImpl(this);
        engine.opened(mutator);
        return mutator;
    }

    DispatchSettings dispatchSettings() {
        RetryPolicy retry = new RetryPolicy(
                maxAttempts,
                pauseNanos,
                // As in HBase: never less than the normal pause.
                Math.max(pauseNanos, overloadedPauseNanos),
                () -> ThreadLocalRandom.current().nextDouble());
        return new DispatchSettings(
                ordering,
                maxRequestBytes,
                maxRequestRows,
                retry,
                rpcTimeoutNanos,
                operationTimeoutNanos,
                startLogErrorsCount,
                Collections.unmodifiableMap(new LinkedHashMap<>(requestAttributes)));
    }

    WriteBuffer.Settings bufferSettings() {
        return new WriteBuffer.Settings(
                Math.min(writeBufferBytes, engine.largestBufferBytes()), maxMutations, periodicFlushNanos);
    }

    /** How many may fill at a time: one where the order of rows is kept, since batches are in order only within a buffer. */
    int maxBuffers() {
        BudgetedBlocks blocks = engine.blocks();
        long segments = blocks.budget().limitBytes() / BatchMemory.mostCharged(0, blocks.blockSize());
        return ordering == Ordering.PER_ROW ? 1 : BufferStripes.most(segments);
    }
}
