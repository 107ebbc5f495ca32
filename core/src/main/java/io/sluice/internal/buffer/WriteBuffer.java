package io.sluice.internal.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.FlushReason;
import io.sluice.MutatorClosedException;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.Stretch;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import io.sluice.internal.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The batch that is being filled. Threads append to its open {@link Stretch} without a lock; the lock is for what happens
 * once for hundreds of mutations: opening the next stretch, and swapping a full batch out.
 *
 * <p>A batch that was swapped out is sent by one thread, outside the lock: the one that swapped it, or, if others were
 * still copying their mutations into it, the last of those.
 */
final class WriteBuffer {
    /** Some microseconds. */
    private static final int SPINS = 200;

    private final TableName table;
    private final BlockAllocator allocator;
    private final ByteBudget budget;
    private final Clock clock;
    private final long maxBytes;
    private final int maxMutations;
    private final long fullStretchBytes;

    /** Batches that were taken out and have not settled. One is added by the swap that takes it out. */
    private final Set<Batch> unsettled = ConcurrentHashMap.newKeySet();

    // Lock order: a leaf, held for a few field writes. Nothing is called under it that waits, completes a future, logs
    // or allocates much; blocks are made before, and given back when another thread was faster.
    private final ReentrantLock lock = new ReentrantLock();

    // Invariants, under lock: closed => filling == null; open belongs to filling, and is null exactly when that is
    /** Replaced, never cleared: a batch that was swapped out belongs to whoever did it. */
    @GuardedBy("lock") private @Nullable Batch filling;

    /**
     * The open stretch. Written under the lock, read without: whoever reads an old one finds it sealed, since the
     * sealing is an atomic change of the stretch itself.
     */
    private volatile @Nullable Stretch open;

    /** What the budget was charged for the next stretches. */
    @GuardedBy("lock") private long purse;

    @GuardedBy("lock") private boolean closed;

    /** What is done to each batch before it fills. */
    @GuardedBy("lock") private Consumer<Batch> preparation = batch -> {};

    /** Batches swapped out so far. */
    @GuardedBy("lock") private long swaps;

    /**
     * When to send.
     *
     * @param bytes at this many bytes of cells
     * @param mutations at this many mutations
     */
    record Trigger(long bytes, int mutations) {}

    WriteBuffer(TableName table, BlockAllocator allocator, ByteBudget budget, Clock clock, Trigger trigger) {
        this.table = table;
        this.allocator = allocator;
        this.budget = budget;
        this.clock = clock;
        maxBytes = trigger.bytes();
        maxMutations = trigger.mutations();
        fullStretchBytes = Batch.fullStretchBytes(allocator.blockSize());
    }

    /** Has each batch prepared by this before it fills, under the lock; to be called before the first mutation. */
    void prepareBy(Consumer<Batch> newPreparation) {
        lock.lock();
        try {
            preparation = newPreparation;
        } finally {
            lock.unlock();
        }
    }

    /** The stretch to append to, which may be full or sealed already; null when nothing is buffered. */
    @Nullable Stretch open() {
        return open;
    }

    /**
     * Makes room: opens a stretch, and swaps the batch out if it is full.
     *
     * @param length of the entry to be appended
     * @param paid whether the entry has been charged for: if not, only a prepaid stretch is opened
     * @param send sends a batch that this thread swapped out; not called under the lock
     * @return a stretch that had room a moment ago; other threads may have filled it since. Null if the entry must be
     *     charged for first
     * @throws MutatorClosedException if the buffer is closed
     */
    @Nullable Stretch roomFor(int length, boolean paid, Consumer<Batch> send) throws MutatorClosedException {
        // Made before the lock is taken; when nothing is open it is needed for certain, unless somebody else is faster.
        @Nullable Block spare = open == null ? newBlock(length) : null;
        try {
            while (true) {
                @Nullable Batch full = null;
                Stretch made = awaitRoomOrLock(length);
                if (made != null) {
                    return made;
                }
                lock.lock();
                try {
                    if (closed) {
                        throw new MutatorClosedException("the mutator for '" + table + "' is closed");
                    }
                    Stretch now = open;
                    if (now != null && now.fits(length)) {
                        return now;
                    }
                    if (now != null && now.isFull()) {
                        full = swap(fullReason());
                    }
                    boolean needsBlock = needsBlock(length);
                    if (full == null && (!needsBlock || spare != null)) {
                        long prepaid = prepay();
                        if (!paid && prepaid == 0) {
                            return null;
                        }
                        Block block = needsBlock ? spare : null;
                        spare = needsBlock ? null : spare;
                        return openNext(block, prepaid);
                    }
                } finally {
                    lock.unlock();
                }
                if (full != null) {
                    send.accept(full);
                } else {
                    spare = newBlock(length);
                }
            }
        } finally {
            if (spare != null) {
                allocator.release(spare);
            }
        }
    }

    private Block newBlock(int length) {
        return length > allocator.blockSize() ? allocator.allocate(length) : allocator.allocate();
    }

    /**
     * Spins while another thread holds the lock and has not made room yet: it holds it for less than it takes to be put to
     * sleep and woken, which every hundred mutations, with small buffers, would cost more than the mutations.
     */
    private @Nullable Stretch awaitRoomOrLock(int length) {
        for (int i = 0; i < SPINS && lock.isLocked(); i++) {
            Stretch now = open;
            if (now != null && now.fits(length)) {
                return now;
            }
            Thread.onSpinWait();
        }
        return null;
    }

    @GuardedBy("lock") private boolean needsBlock(int length) {
        Batch batch = filling;
        if (batch == null) {
            return true;
        }
        batch.sealOpen();
        return batch.needsBlock(length);
    }

    /** What the next stretch is charged for: all it can hold, or nothing if there is no room for that. */
    @GuardedBy("lock") private long prepay() {
        if (purse >= fullStretchBytes) {
            purse -= fullStretchBytes;
            return fullStretchBytes;
        }
        return budget.tryPrepay(fullStretchBytes) ? fullStretchBytes : 0;
    }

    /** What somebody should wait for who has no room for a mutation of so many bytes. */
    long purse(long bytes) {
        return budget.purse(bytes, fullStretchBytes);
    }

    /** Takes over what the budget was charged for the next stretches. */
    void prepay(long bytes) {
        boolean kept;
        lock.lock();
        try {
            kept = !closed;
            purse += kept ? bytes : 0;
        } finally {
            lock.unlock();
        }
        if (!kept) {
            budget.give(bytes);
        }
    }

    /** Gives back what the next stretches do not need, since none may follow for long. */
    private void giveBackPurse() {
        long rest;
        lock.lock();
        try {
            rest = purse;
            purse = 0;
        } finally {
            lock.unlock();
        }
        if (rest > 0) {
            budget.give(rest);
        }
    }

    @GuardedBy("lock") private Stretch openNext(@Nullable Block block, long prepaid) {
        Batch batch = filling;
        if (batch == null) {
            // An allocation under the lock, once a batch: made before, it would be wasted whenever two threads meet.
            batch = new Batch(table, allocator, clock.nanoTime());
            preparation.accept(batch);
            filling = batch;
        }
        Stretch next = batch.openStretch(block, maxBytes, maxMutations, prepaid);
        open = next;
        return next;
    }

    @GuardedBy("lock") private FlushReason fullReason() {
        Batch batch = filling;
        return batch != null && batch.fillingSize() >= maxMutations ? FlushReason.COUNT : FlushReason.SIZE;
    }

    /** Takes the batch out, unless it is empty. Returns it if it is complete, so that the caller sends it. */
    @GuardedBy("lock") private @Nullable Batch swap(FlushReason reason) {
        Batch batch = filling;
        if (batch == null) {
            return null;
        }
        filling = null;
        open = null;
        // Before the sealing, by which the batch may become another thread's; and any later a flush might miss it.
        unsettled.add(batch);
        batch.number(swaps++);
        batch.sealFor(reason);
        return batch.seal() ? batch : null;
    }

    /** Takes the batch out if it is full. Returns it if it is complete, so that the caller sends it. */
    @Nullable Batch takeFull(Batch batch) {
        // No length fits a full stretch, so this only waits for the lock.
        Stretch unused = awaitRoomOrLock(Integer.MAX_VALUE);
        lock.lock();
        try {
            return filling == batch ? swap(fullReason()) : null;
        } finally {
            lock.unlock();
        }
    }

    /** Takes out what is buffered. Returns it if it is complete, so that the caller sends it. */
    @Nullable Batch takeActive(FlushReason reason) {
        giveBackPurse();
        lock.lock();
        try {
            return isEmpty() ? null : swap(reason);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock") private boolean isEmpty() {
        Batch batch = filling;
        return batch == null || batch.fillingSize() == 0;
    }

    /**
     * Takes out what is buffered if it was begun at or before a moment.
     *
     * @return it, if it is complete, so that the caller sends it
     */
    @Nullable Batch takeBegunUntil(long nanos) {
        giveBackPurse();
        lock.lock();
        try {
            Batch batch = filling;
            return batch != null && !isEmpty() && batch.begunNanos() - nanos <= 0 ? swap(FlushReason.TIME) : null;
        } finally {
            lock.unlock();
        }
    }

    /** When what is buffered was begun, or nothing when nothing is buffered. */
    OptionalLong activeBegunNanos() {
        lock.lock();
        try {
            Batch batch = filling;
            return batch == null || isEmpty() ? OptionalLong.empty() : OptionalLong.of(batch.begunNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Refuses mutations from now on. Returns what was buffered if it is complete, so that the caller sends it. */
    @Nullable Batch close() {
        @Nullable Batch last;
        boolean complete;
        lock.lock();
        try {
            closed = true;
            last = filling;
            complete = swap(FlushReason.CLOSE) != null;
        } finally {
            lock.unlock();
        }
        giveBackPurse();
        if (last != null && last.size() == 0) {
            unsettled.remove(last);
            budget.give(last.chargedBytes());
            last.discard();
            return null;
        }
        return complete ? last : null;
    }

    /** Mutations that are buffered. */
    int activeMutations() {
        lock.lock();
        try {
            Batch batch = filling;
            return batch == null ? 0 : batch.fillingSize();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of cells that are buffered. */
    long activeBytes() {
        lock.lock();
        try {
            Batch batch = filling;
            return batch == null ? 0 : batch.fillingBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Mutations that were accepted and have not settled; a moment's view. */
    long pending() {
        lock.lock();
        try {
            // Under the lock, so that a batch that is being swapped out is counted once.
            Batch batch = filling;
            long buffered = batch == null ? 0 : batch.fillingSize();
            return buffered + unsettled.stream().mapToLong(Batch::pending).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Bytes of cells in all batches that have not settled, though some of their mutations may have; a moment's view. */
    long pendingBytes() {
        lock.lock();
        try {
            Batch batch = filling;
            long buffered = batch == null ? 0 : batch.fillingBytes();
            return buffered + unsettled.stream().mapToLong(Batch::bytes).sum();
        } finally {
            lock.unlock();
        }
    }

    /** The batches that were taken out and have not settled; a moment's view. */
    List<Batch> unsettled() {
        return new ArrayList<>(unsettled);
    }

    /** To be called for each batch that was taken out, before it is sent. */
    void forgetWhenSettled(Batch batch) {
        CompletableFuture<Void> unused = batch.settled().thenRun(() -> unsettled.remove(batch));
    }
}
