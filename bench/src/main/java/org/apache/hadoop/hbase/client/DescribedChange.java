package org.apache.hadoop.hbase.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;

/**
 * The change that HBASE-29645 describes, as a baseline: the lists of mutations and futures are swapped under a lock,
 * and {@code batch()} is called outside it. Since that is a change to the stock mutator, it has the stock mutator's
 * structure: a single mutation is handled as a list of one, with the same work (check of the cell sizes, heap size, a
 * future each) and no more.
 */
public final class DescribedChange implements AsyncBufferedMutator {
    /** {@code hbase.client.keyvalue.maxsize} default. */
    static final int MAX_KEY_VALUE_BYTES = 10 << 20;

    private final AsyncTable<?> table;
    private final long bufferBytes;
    private final int maxMutations;

    private final ReentrantLock lock = new ReentrantLock();

    /** Replaced, never cleared: the old lists belong to the thread that swapped them out. */
    @GuardedBy("lock") private List<Mutation> mutations = new ArrayList<>();

    @GuardedBy("lock") private List<CompletableFuture<Void>> futures = new ArrayList<>();

    @GuardedBy("lock") private long bufferedBytes;

    /** The buffered mutations, for the thread that sends them. */
    private record Swapped(List<Mutation> mutations, List<CompletableFuture<Void>> futures) {}

    /** Creates a mutator; the parameters are those of {@link StockMutator#open}. */
    public DescribedChange(AsyncTable<?> table, long bufferBytes, int maxMutations) {
        this.table = table;
        this.bufferBytes = bufferBytes;
        this.maxMutations = maxMutations;
    }

    @Override
    public List<CompletableFuture<Void>> mutate(List<? extends Mutation> added) {
        List<CompletableFuture<Void>> fresh = new ArrayList<>(added.size());
        long heapSize = 0;
        for (Mutation mutation : added) {
            fresh.add(new CompletableFuture<>());
            heapSize += heapSize(mutation);
        }
        Swapped swapped;
        lock.lock();
        try {
            mutations.addAll(added);
            futures.addAll(fresh);
            swapped = swapIfFull(heapSize);
        } finally {
            lock.unlock();
        }
        if (swapped != null) {
            send(swapped);
        }
        return fresh;
    }

    /**
     * The same without the list of one, as if {@code mutate(Mutation)}, a default method of HBase's interface, were
     * overridden: the minimum cost of swapping lists.
     */
    public CompletableFuture<Void> mutateBare(Put put) {
        long heapSize = heapSize(put);
        CompletableFuture<Void> future = new CompletableFuture<>();
        Swapped swapped;
        lock.lock();
        try {
            mutations.add(put);
            futures.add(future);
            swapped = swapIfFull(heapSize);
        } finally {
            lock.unlock();
        }
        if (swapped != null) {
            send(swapped);
        }
        return future;
    }

    private static long heapSize(Mutation mutation) {
        if (mutation instanceof Put put) {
            ConnectionUtils.validatePut(put, MAX_KEY_VALUE_BYTES);
        }
        return mutation.heapSize();
    }

    @GuardedBy("lock") private @Nullable Swapped swapIfFull(long addedBytes) {
        bufferedBytes += addedBytes;
        return bufferedBytes >= bufferBytes || mutations.size() >= maxMutations ? swap() : null;
    }

    @GuardedBy("lock") private Swapped swap() {
        Swapped swapped = new Swapped(mutations, futures);
        mutations = new ArrayList<>();
        futures = new ArrayList<>();
        bufferedBytes = 0;
        return swapped;
    }

    private void send(Swapped swapped) {
        Iterator<CompletableFuture<Void>> waiting = swapped.futures().iterator();
        for (CompletableFuture<?> answer : table.batch(swapped.mutations())) {
            CompletableFuture<Void> future = waiting.next();
            FutureUtils.addListener(answer, (done, error) -> {
                if (error == null) {
                    future.complete(null);
                } else {
                    future.completeExceptionally(error);
                }
            });
        }
    }

    @Override
    public void flush() {
        @Nullable Swapped swapped;
        lock.lock();
        try {
            swapped = mutations.isEmpty() ? null : swap();
        } finally {
            lock.unlock();
        }
        if (swapped != null) {
            send(swapped);
        }
    }

    @Override
    public void close() {
        flush();
    }

    @Override
    public TableName getName() {
        return table.getName();
    }

    @Override
    public Configuration getConfiguration() {
        return table.getConfiguration();
    }

    @Override
    public long getWriteBufferSize() {
        return bufferBytes;
    }

    @Override
    public int getMaxMutations() {
        return maxMutations;
    }

    @Override
    public long getPeriodicalFlushTimeout(TimeUnit unit) {
        return 0;
    }
}
