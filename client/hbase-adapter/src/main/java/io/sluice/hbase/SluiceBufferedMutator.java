package io.sluice.hbase;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.client.AsyncConnection;
import io.sluice.internal.sync.BufferedMutatorOverAsync;
import io.sluice.internal.sync.Failure;
import io.sluice.internal.sync.WaitingMutator;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.jspecify.annotations.Nullable;

/**
 * HBase's synchronous mutator over Sluice's. Asks the cluster nothing before the first mutation. Safe for use by many
 * threads.
 *
 * <p>HBase's mutator waits in the {@code mutate} that fills its buffer until all of it is stored. This one sends it and
 * goes on, except where the program has asked for so few mutations at a time that it must mean to wait: with a limit on
 * their number, and without a buffer.
 */
final class SluiceBufferedMutator implements BufferedMutator {
    /** HBase's word for "not set". */
    private static final int UNSET = -1;

    // Also keeps the connection, which closes itself when it is collected, for as long as the program has a mutator of
    // it.
    private final SluiceConnection connection;
    private final WriterConnection writers;
    private final io.sluice.BufferedMutatorParams params;
    private final long timerTickMs;
    private final @Nullable ExceptionListener listener;

    /** After how many mutations {@code mutate} waits; 0 for never. */
    private final int waitsAfter;

    private final AtomicInteger sinceWait = new AtomicInteger();

    private volatile Timing timing;

    /** Of the present timing; null until something is written. */
    private volatile @Nullable WaitingMutator<Mutation> current;

    // Lock order: before those of Sluice's connection, which it makes mutators with. Nothing waits under it.
    private final ReentrantLock lock = new ReentrantLock();

    /** Sluice's mutators keep the timing they were made with, so there is one for each; nearly always one in all. */
    @GuardedBy("lock") private final Map<Timing, WaitingMutator<Mutation>> made = new HashMap<>();

    private volatile boolean closed;

    /** What a program may change while the mutator is in use. */
    private record Timing(long periodicFlushMs, int rpcTimeout, int operationTimeout) {}

    /** A call of a mutator below. */
    @FunctionalInterface
    private interface Call {
        void run() throws IOException;
    }

    SluiceBufferedMutator(SluiceConnection connection, WriterConnection writers, BufferedMutatorParams params) {
        this.connection = connection;
        this.writers = writers;
        this.params = translated(params, connection.getConnectionConfiguration());
        timerTickMs =
                Math.max(MIN_WRITE_BUFFER_PERIODIC_FLUSH_TIMERTICK_MS, params.getWriteBufferPeriodicFlushTimerTickMs());
        listener = params.getListener();
        timing = new Timing(
                this.params.getWriteBufferPeriodicFlushTimeoutMs(),
                this.params.getRpcTimeout(),
                this.params.getOperationTimeout());
        waitsAfter = this.params.getWriteBufferSize() == 0 ? 1 : Math.max(0, this.params.getMaxMutations());
    }

    /** With HBase's defaults for what is not set, whatever Sluice's would be. */
    private static io.sluice.BufferedMutatorParams translated(
            BufferedMutatorParams theirs, ConnectionConfiguration defaults) {
        io.sluice.BufferedMutatorParams ours = new io.sluice.BufferedMutatorParams(
                io.sluice.TableName.valueOf(theirs.getTableName().getNameAsString()));
        ours.writeBufferSize(either(theirs.getWriteBufferSize(), defaults.getWriteBufferSize()));
        ours.setWriteBufferPeriodicFlushTimeoutMs(
                either(theirs.getWriteBufferPeriodicFlushTimeoutMs(), defaults.getWriteBufferPeriodicFlushTimeoutMs()));
        ours.maxKeyValueSize((int) either(theirs.getMaxKeyValueSize(), defaults.getMaxKeyValueSize()));
        ours.setMaxMutations((int) either(theirs.getMaxMutations(), defaults.getBufferedMutatorMaxMutations()));
        ours.rpcTimeout((int) either(theirs.getRpcTimeout(), defaults.getWriteRpcTimeout()));
        ours.operationTimeout((int) either(theirs.getOperationTimeout(), defaults.getOperationTimeout()));
        RequestAttributes.of(theirs).forEach(ours::setRequestAttribute);
        return ours;
    }

    private static long either(long value, long defaultValue) {
        return value == UNSET ? defaultValue : value;
    }

    @Override
    public TableName getName() {
        return TableName.valueOf(params.getTableName().getNameAsString());
    }

    @Override
    public Configuration getConfiguration() {
        return connection.getConfiguration();
    }

    @Override
    public void mutate(Mutation mutation) throws IOException {
        checkOpen();
        WaitingMutator<Mutation> mutator = mutator();
        io.sluice.Mutation ours = SluiceMutations.of(mutation);
        translated(() -> mutator.mutate(ours, mutation));
        waitAfter(1);
    }

    @Override
    public void mutate(List<? extends Mutation> mutations) throws IOException {
        checkOpen();
        WaitingMutator<Mutation> mutator = mutator();
        List<io.sluice.Mutation> ours = SluiceMutations.of(mutations);
        translated(() -> mutator.mutate(ours, mutations));
        waitAfter(ours.size());
    }

    private void waitAfter(int mutations) throws IOException {
        if (waitsAfter > 0 && sinceWait.addAndGet(mutations) >= waitsAfter) {
            flush();
        }
    }

    /** @throws IOException if there is no connection to the cluster */
    private WaitingMutator<Mutation> mutator() throws IOException {
        WaitingMutator<Mutation> known = current;
        if (known != null) {
            return known;
        }
        AsyncConnection below = writers.connection();
        lock.lock();
        try {
            checkOpen();
            WaitingMutator<Mutation> one = made.computeIfAbsent(timing, now -> make(below, now));
            current = one;
            return one;
        } finally {
            lock.unlock();
        }
    }

    private WaitingMutator<Mutation> make(AsyncConnection below, Timing now) {
        io.sluice.AsyncBufferedMutatorBuilder builder = below.getBufferedMutatorBuilder(params.getTableName());
        BufferedMutatorOverAsync.configure(
                builder,
                params.clone()
                        .setWriteBufferPeriodicFlushTimeoutMs(now.periodicFlushMs())
                        .rpcTimeout(now.rpcTimeout())
                        .operationTimeout(now.operationTimeout()));
        return new WaitingMutator<>(builder.build(), this::failed, () -> {});
    }

    private void failed(List<Failure<Mutation>> failures) throws RetriesExhaustedWithDetailsException {
        RetriesExhaustedWithDetailsException exception = HBaseErrors.ofMutations(failures);
        if (listener == null) {
            throw exception;
        }
        listener.onException(exception, this);
    }

    private static void translated(Call call) throws IOException {
        try {
            call.run();
        } catch (RetriesExhaustedWithDetailsException | InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw HBaseErrors.of(e);
        }
    }

    /** Waits for everything accepted before, of all threads. */
    @Override
    public void flush() throws IOException {
        checkOpen();
        sinceWait.set(0);
        forAll(WaitingMutator::flush);
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
        } finally {
            lock.unlock();
        }
        try {
            forAll(WaitingMutator::close);
        } finally {
            connection.closed(this);
        }
    }

    /** Each gets its turn, though one before it has failed. */
    private void forAll(Operation operation) throws IOException {
        List<WaitingMutator<Mutation>> all;
        lock.lock();
        try {
            all = List.copyOf(made.values());
        } finally {
            lock.unlock();
        }
        @Nullable IOException first = null;
        for (WaitingMutator<Mutation> one : all) {
            try {
                translated(() -> operation.on(one));
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Flush, or close. */
    @FunctionalInterface
    private interface Operation {
        void on(WaitingMutator<Mutation> mutator) throws IOException;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the mutator of '" + getName() + "' is closed");
        }
    }

    private void change(UnaryOperator<Timing> change) {
        lock.lock();
        try {
            timing = change.apply(timing);
            current = made.get(timing);
        } finally {
            lock.unlock();
        }
    }

    /** For what is written from now on. The tick has no meaning: each buffer has its own point in time. */
    @Override
    public void setWriteBufferPeriodicFlush(long timeoutMs, long unusedTimerTickMs) {
        change(now -> new Timing(Math.max(0, timeoutMs), now.rpcTimeout(), now.operationTimeout()));
    }

    @Override
    public long getWriteBufferPeriodicFlushTimeoutMs() {
        return timing.periodicFlushMs();
    }

    @Override
    public long getWriteBufferPeriodicFlushTimerTickMs() {
        return timerTickMs;
    }

    @Override
    public long getWriteBufferSize() {
        return params.getWriteBufferSize();
    }

    @Override
    public int getMaxMutations() {
        return params.getMaxMutations();
    }

    @Override
    public Map<String, byte[]> getRequestAttributes() {
        return params.getRequestAttributes();
    }

    /** For what is written from now on. */
    @Override
    @Deprecated // As HBase has it.
    public void setRpcTimeout(int timeout) {
        change(now -> new Timing(now.periodicFlushMs(), timeout, now.operationTimeout()));
    }

    /** For what is written from now on. */
    @Override
    @Deprecated // As HBase has it.
    public void setOperationTimeout(int timeout) {
        change(now -> new Timing(now.periodicFlushMs(), now.rpcTimeout(), timeout));
    }
}
