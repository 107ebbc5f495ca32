package io.sluice.internal.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.MutatorClosedException;
import io.sluice.Row;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import io.sluice.internal.time.Clock;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The batch that is being filled. A full one is swapped for none under the lock and returned to the thread that filled it,
 * which sends it outside the lock.
 */
final class WriteBuffer {
    private static final int MAX_EXPECTED_SIZE = 1 << 16;

    private final TableName table;
    private final BlockAllocator allocator;
    private final Clock clock;
    private final long maxBytes;
    private final int maxMutations;

    /** Batches that were taken out and have not settled. One is added by the swap that takes it out. */
    private final Set<Batch> unsettled = ConcurrentHashMap.newKeySet();

    /** How many mutations the last batch had: a guess at the next. A race here costs at most a larger array. */
    private volatile int lastSize = 16;

    // Lock order: a leaf, held for one copy into a block. Nothing is called under it that waits, completes a
    // future, logs or allocates; batches and blocks are made before, and the lock is then taken again.
    private final ReentrantLock lock = new ReentrantLock();

    // Invariant, under lock: closed => active == null
    /** Replaced, never cleared: a batch that was swapped out belongs to whoever did it. */
    @GuardedBy("lock") private @Nullable Batch active;

    @GuardedBy("lock") private boolean closed;

    WriteBuffer(TableName table, BlockAllocator allocator, Clock clock, long maxBytes, int maxMutations) {
        this.table = table;
        this.allocator = allocator;
        this.clock = clock;
        this.maxBytes = maxBytes;
        this.maxMutations = maxMutations;
    }

    /**
     * Copies a mutation into the active batch.
     *
     * @param length {@link Batch#lengthOf} of the mutation
     * @param future completed when the mutation settles
     * @return the batch, if this mutation filled it: the caller sends it
     * @throws MutatorClosedException if the buffer is closed; nothing was appended
     */
    @Nullable Batch append(Row row, int length, MutationExtras more, CompletableFuture<Void> future)
            throws MutatorClosedException {
        Batch fresh = null;
        Block spare = null;
        try {
            while (true) {
                boolean batchMissing;
                lock.lock();
                try {
                    if (closed) {
                        throw new MutatorClosedException("the mutator for '" + table + "' is closed");
                    }
                    if (active == null && fresh != null) {
                        active = fresh;
                        fresh = null;
                    }
                    if (active != null && spare != null && !active.fits(length)) {
                        active.addBlock(spare);
                        spare = null;
                    }
                    if (active != null && active.fits(length)) {
                        active.append(row, more, future);
                        return isFull(active) ? swap() : null;
                    }
                    batchMissing = active == null;
                } finally {
                    lock.unlock();
                }
                // If another thread is faster with one of them, it is given back below.
                spare = spare == null ? newBlock(length) : spare;
                fresh = batchMissing ? newBatch() : fresh;
            }
        } finally {
            if (spare != null) {
                allocator.release(spare);
            }
        }
    }

    @GuardedBy("lock") private boolean isFull(Batch batch) {
        return batch.bytes() >= maxBytes || batch.size() >= maxMutations;
    }

    @GuardedBy("lock") private @Nullable Batch swap() {
        Batch batch = active;
        if (batch != null) {
            // The one allocation under the lock, once a batch: listed any later, a flush might miss the batch.
            unsettled.add(batch);
            active = null;
        }
        return batch;
    }

    private Batch newBatch() {
        return new Batch(table, allocator, Math.min(lastSize, MAX_EXPECTED_SIZE), clock.nanoTime());
    }

    /** A mutation larger than half a block gets a block of its own, so that little of a block is left empty. */
    private Block newBlock(int length) {
        return length > allocator.blockSize() / 2 ? allocator.allocate(length) : allocator.allocate();
    }

    /** Takes the active batch out, or null when nothing is buffered. The caller sends it. */
    @Nullable Batch takeActive() {
        lock.lock();
        try {
            return swap();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the active batch out if it was begun at or before a moment.
     *
     * @return null if nothing is buffered, or what is buffered is younger
     */
    @Nullable Batch takeBegunUntil(long nanos) {
        lock.lock();
        try {
            return active != null && active.begunNanos() - nanos <= 0 ? swap() : null;
        } finally {
            lock.unlock();
        }
    }

    /** When the active batch was begun, or nothing when nothing is buffered. */
    OptionalLong activeBegunNanos() {
        lock.lock();
        try {
            return active == null ? OptionalLong.empty() : OptionalLong.of(active.begunNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Refuses mutations from now on; returns what was buffered, for the caller to send, or null. */
    @Nullable Batch close() {
        lock.lock();
        try {
            closed = true;
            return swap();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of cells that are buffered. */
    long activeBytes() {
        lock.lock();
        try {
            return active == null ? 0 : active.bytes();
        } finally {
            lock.unlock();
        }
    }

    /** The batches that were taken out and have not settled; a moment's view. */
    List<Batch> unsettled() {
        return List.copyOf(unsettled);
    }

    /** To be called for each batch that was taken out, before it is sent. */
    void forgetWhenSettled(Batch batch) {
        lastSize = batch.size();
        CompletableFuture<Void> unused = batch.settled().thenRun(() -> unsettled.remove(batch));
    }
}
