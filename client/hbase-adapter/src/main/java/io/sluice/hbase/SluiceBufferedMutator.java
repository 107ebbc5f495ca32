package io.sluice.hbase;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.Row;
import io.sluice.client.AsyncConnection;
import io.sluice.internal.sync.BufferedMutatorOverAsync;
import io.sluice.internal.sync.Failure;
import io.sluice.internal.sync.WaitableMutator;
import io.sluice.internal.sync.WaitingMutator;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
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
 * HBase's synchronous mutator over Sluice's. Does not wait for the cluster before the first mutation. Safe for use by
 * many threads.
 *
 * <p>In HBase's mutator, the {@code mutate} that fills the buffer waits until all of it is stored. This one only sends
 * it, unless the program has limited the number of mutations or has no buffer, and so expects to wait.
 */
final class SluiceBufferedMutator implements BufferedMutator {
    /** HBase's value for "not set". */
    private static final int UNSET = -1;

    // The connection closes itself when it is garbage-collected; this reference keeps it while the program has a
    // mutator.
    private final SluiceConnection connection;
    private final WriterConnection writers;
    private final io.sluice.BufferedMutatorParams params;
    private final long timerTickMs;
    private final @Nullable ExceptionListener listener;

    /** Number of mutations after which {@code mutate} waits; 0 for never. */
    private final int waitsAfter;

    private final AtomicInteger sinceWait = new AtomicInteger();

    private volatile Timing timing;

    /** The mutator for the current timing; null until something is written. */
    private volatile @Nullable WaitingMutator current;

    // Lock order: before the locks of Sluice's connection, which creates mutators. Nothing waits under it.
    private final ReentrantLock lock = new ReentrantLock();

    /** Sluice's mutators cannot change their timing, so there is one for each timing; nearly always only one. */
    @GuardedBy("lock") private final Map<Timing, WaitingMutator> made = new HashMap<>();

    private volatile boolean closed;

    /** The settings that a program may change while the mutator is in use. */
    private record Timing(long periodicFlushMs, int rpcTimeout, int operationTimeout) {}

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

    /** Replaces missing values by HBase's defaults, not Sluice's. */
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
        WaitingMutator mutator = mutator();
        io.sluice.Mutation ours = SluiceMutations.of(mutation);
        try {
            mutator.mutate(ours);
        } catch (IOException e) {
            throw translated(e);
        }
        waitAfter(1);
    }

    @Override
    public void mutate(List<? extends Mutation> mutations) throws IOException {
        checkOpen();
        WaitingMutator mutator = mutator();
        List<io.sluice.Mutation> ours = SluiceMutations.of(mutations);
        try {
            mutator.mutate(ours);
        } catch (IOException e) {
            throw translated(e);
        }
        waitAfter(ours.size());
    }

    private void waitAfter(int mutations) throws IOException {
        if (waitsAfter > 0 && sinceWait.addAndGet(mutations) >= waitsAfter) {
            flush();
        }
    }

    /** @throws IOException if there is no connection to the cluster */
    private WaitingMutator mutator() throws IOException {
        WaitingMutator known = current;
        if (known != null) {
            return known;
        }
        AsyncConnection below = writers.connection();
        lock.lock();
        try {
            checkOpen();
            WaitingMutator one = made.computeIfAbsent(timing, now -> make(below, now));
            current = one;
            return one;
        } finally {
            lock.unlock();
        }
    }

    private WaitingMutator make(AsyncConnection below, Timing now) {
        io.sluice.AsyncBufferedMutatorBuilder builder = below.getBufferedMutatorBuilder(params.getTableName());
        WaitableMutator mutator = BufferedMutatorOverAsync.build(
                builder,
                params.clone()
                        .setWriteBufferPeriodicFlushTimeoutMs(now.periodicFlushMs())
                        .rpcTimeout(now.rpcTimeout())
                        .operationTimeout(now.operationTimeout()));
        return new WaitingMutator(mutator, this::failed, () -> {});
    }

    private void failed(List<Failure<Row>> failures) throws RetriesExhaustedWithDetailsException {
        List<Failure<Mutation>> theirs = new ArrayList<>(failures.size());
        for (Failure<Row> failure : failures) {
            theirs.add(new Failure<>(HBaseMutations.of((io.sluice.Mutation) failure.mutation()), failure.error()));
        }
        RetriesExhaustedWithDetailsException exception = HBaseErrors.ofMutations(theirs);
        if (listener == null) {
            throw exception;
        }
        listener.onException(exception, this);
    }

    /** Our error as HBase's; the listener's own are HBase's already. */
    private static IOException translated(IOException error) {
        return error instanceof RetriesExhaustedWithDetailsException || error instanceof InterruptedIOException
                ? error
                : HBaseErrors.of(error);
    }

    /** Waits for all mutations accepted before, of all threads. */
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

    /** Continues with the other mutators after a failure. */
    private void forAll(Operation operation) throws IOException {
        List<WaitingMutator> all;
        lock.lock();
        try {
            all = List.copyOf(made.values());
        } finally {
            lock.unlock();
        }
        @Nullable IOException first = null;
        for (WaitingMutator one : all) {
            try {
                operation.on(one);
            } catch (IOException e) {
                IOException theirs = translated(e);
                if (first == null) {
                    first = theirs;
                } else {
                    first.addSuppressed(theirs);
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
        void on(WaitingMutator mutator) throws IOException;
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

    /** Applies to later mutations. The tick has no effect, since each buffer has its own timer. */
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

    /** Applies to later mutations. */
    @Override
    @Deprecated // As HBase has it.
    public void setRpcTimeout(int timeout) {
        change(now -> new Timing(now.periodicFlushMs(), timeout, now.operationTimeout()));
    }

    /** Applies to later mutations. */
    @Override
    @Deprecated // As HBase has it.
    public void setOperationTimeout(int timeout) {
        change(now -> new Timing(now.periodicFlushMs(), now.rpcTimeout(), timeout));
    }
}
