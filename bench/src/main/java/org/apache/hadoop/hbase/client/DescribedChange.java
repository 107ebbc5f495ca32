package org.apache.hadoop.hbase.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.jspecify.annotations.Nullable;

/**
 * What HBASE-29645 describes, as a baseline: the lists of mutations and futures are swapped under a lock, and
 * {@code batch()} is called outside of it. It does as much for a mutation as the stock mutator does (check of the cell
 * sizes, heap size, a future each), and no more.
 */
public final class DescribedChange {
    /** {@code hbase.client.keyvalue.maxsize} default. */
    static final int MAX_KEY_VALUE_BYTES = 10 << 20;

    private final AsyncTable<?> table;
    private final long bufferBytes;
    private final int maxMutations;

    private final ReentrantLock lock = new ReentrantLock();

    /** Replaced, never cleared: the old lists belong to whoever swapped them out. */
    @GuardedBy("lock") private List<Mutation> mutations = new ArrayList<>();

    @GuardedBy("lock") private List<CompletableFuture<Void>> futures = new ArrayList<>();

    @GuardedBy("lock") private long bufferedBytes;

    /** What was buffered, for the thread that sends it. */
    private record Swapped(List<Mutation> mutations, List<CompletableFuture<Void>> futures) {}

    /** Opens one; the parameters are those of {@link StockMutator#open}. */
    public DescribedChange(AsyncTable<?> table, long bufferBytes, int maxMutations) {
        this.table = table;
        this.bufferBytes = bufferBytes;
        this.maxMutations = maxMutations;
    }

    /** Buffers a Put, and sends the buffer if that filled it. */
    public CompletableFuture<Void> mutate(Put put) {
        ConnectionUtils.validatePut(put, MAX_KEY_VALUE_BYTES);
        long heapSize = put.heapSize();
        CompletableFuture<Void> future = new CompletableFuture<>();
        Swapped swapped = null;
        lock.lock();
        try {
            mutations.add(put);
            futures.add(future);
            bufferedBytes += heapSize;
            if (bufferedBytes >= bufferBytes || mutations.size() >= maxMutations) {
                swapped = swap();
            }
        } finally {
            lock.unlock();
        }
        if (swapped != null) {
            send(swapped);
        }
        return future;
    }

    /** Sends what is buffered. */
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
}
