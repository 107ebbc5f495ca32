package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BlockAllocator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Mutations of one table with their cells, in the order in which they were accepted, and the future of each.
 *
 * <p>A batch is filled under the lock of the buffer that holds it, then handed over whole; after that nothing is added.
 * What was written while it filled is therefore read without a lock by everybody who received the batch through the
 * hand-over (the same thread, or another one by way of an executor or a channel).
 *
 * <p>Every entry settles exactly once: its future is taken out of its slot atomically, and only the thread that got it
 * completes it. The blocks go back to the allocator when all entries have settled and no request reads them any more.
 *
 * <p>An entry lies in one block: the cells in {@code KeyValueCodec} form, one after the other. A mutation without cells
 * (a Delete of a whole row) has a head in their place in which only the row means something, at the same distance as in
 * a cell, so that the row of every entry is found alike.
 */
public final class Batch {
    /** Bytes of a cell before the row: total, key and value length of four bytes each, row length of two. */
    private static final int ROW_DISTANCE = 14;

    /** What an entry holds beside its cells: its slots in the arrays below and its future. */
    private static final int ENTRY_OVERHEAD_BYTES = 48;

    private static final VarHandle FUTURE_SLOT = MethodHandles.arrayElementVarHandle(CompletableFuture[].class);
    private static final int CELLS_SHIFT = 8;
    private static final int KIND_SHIFT = 4;
    private static final int NIBBLE = 0xf;
    private static final int MAX_CELLS = (1 << 23) - 1;

    private final TableName table;
    private final BlockAllocator allocator;
    private final long begunNanos;
    private final List<Block> blocks = new ArrayList<>();
    /** Index of the block that the next entry goes to, -1 before the first. */
    private int current = -1;

    private int size;
    private long bytes;

    /** Index of the block in the upper half, offset of the entry in the lower. */
    private long[] places;

    private int[] lengths;
    /** Number of cells, kind and durability of an entry in one number. */
    private int[] shapes;

    private @Nullable CompletableFuture<Void>[] futures;
    /** Null until an entry has some. */
    private @Nullable MutationExtras @Nullable [] extras;

    private final EntryProgress progress = new EntryProgress();
    private long deadlineNanos;

    private final AtomicInteger unsettled = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger readers = new AtomicInteger(1);
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    /**
     * @param allocator takes the blocks back in the end
     * @param expectedSize how many entries the arrays hold before they must grow; a guess
     * @param begunNanos when it was begun, on the engine's clock
     */
    public Batch(TableName table, BlockAllocator allocator, int expectedSize, long begunNanos) {
        this.table = table;
        this.allocator = allocator;
        this.begunNanos = begunNanos;
        int capacity = Math.max(16, expectedSize);
        places = new long[capacity];
        lengths = new int[capacity];
        shapes = new int[capacity];
        futures = newFutures(capacity);
    }

    public TableName table() {
        return table;
    }

    /** When it was begun, on the engine's clock. */
    public long begunNanos() {
        return begunNanos;
    }

    /** Number of entries. */
    public int size() {
        return size;
    }

    /** Bytes of the entries' cells and heads. */
    public long bytes() {
        return bytes;
    }

    /** What all entries count against the memory budget. */
    public long heldBytes() {
        return bytes + (long) size * ENTRY_OVERHEAD_BYTES;
    }

    /** Bytes of the blocks that hold no entry. */
    public long unusedBytes() {
        return blocks.stream().mapToLong(Block::remaining).sum();
    }

    // ---- filling, under the lock of the buffer ----

    /** The bytes a mutation, or all of {@code RowMutations}, takes in a block. */
    public static int lengthOf(Row row) {
        if (row instanceof Mutation mutation) {
            return mutation.size() == 0 ? ROW_DISTANCE + mutation.getRow().length : mutation.encodedSize();
        }
        int length = 0;
        for (Mutation part : ((RowMutations) row).getMutations()) {
            length = Math.addExact(length, lengthOf(part));
        }
        return length;
    }

    /** Whether an entry of this length can be appended without another block. */
    public boolean fits(int length) {
        return current >= 0 && blocks.get(current).remaining() >= length;
    }

    /** Gives the batch an empty block, which the next entry goes to. The batch owns it from now on. */
    public void addBlock(Block block) {
        blocks.add(block);
        current = blocks.size() - 1;
    }

    /**
     * Appends a mutation, or {@code RowMutations} as one atomic entry; the caller has seen that it {@link #fits}.
     *
     * @param more what it has beside its cells, see {@link MutationExtras#of}
     * @param future completed when the entry settles
     */
    public void append(Row row, MutationExtras more, CompletableFuture<Void> future) {
        if (row instanceof Mutation mutation) {
            int length = lengthOf(mutation);
            int shape = shapeOf(mutation);
            add(write(mutation, length), length, shape, more, future);
            return;
        }
        int start = blocks.get(current).used();
        int length = 0;
        for (Mutation part : ((RowMutations) row).getMutations()) {
            int partLength = lengthOf(part);
            write(part, partLength);
            length += partLength;
        }
        add(start, length, MutationKind.ROW_MUTATIONS.ordinal() << KIND_SHIFT, more, future);
    }

    private int write(Mutation mutation, int length) {
        Block block = blocks.get(current);
        int offset = block.reserve(length);
        if (mutation.size() == 0) {
            byte[] row = mutation.getRow();
            Arrays.fill(block.bytes(), offset, offset + ROW_DISTANCE - 2, (byte) 0);
            block.bytes()[offset + ROW_DISTANCE - 2] = (byte) (row.length >>> 8);
            block.bytes()[offset + ROW_DISTANCE - 1] = (byte) row.length;
            System.arraycopy(row, 0, block.bytes(), offset + ROW_DISTANCE, row.length);
        } else {
            mutation.copyEncodedTo(block.bytes(), offset);
        }
        return offset;
    }

    private static int shapeOf(Mutation mutation) {
        if (mutation.size() > MAX_CELLS) {
            throw new IllegalArgumentException(
                    "a mutation of " + mutation.size() + " cells; at most " + MAX_CELLS + " are possible");
        }
        return (mutation.size() << CELLS_SHIFT)
                | (MutationKind.of(mutation).ordinal() << KIND_SHIFT)
                | mutation.getDurability().ordinal();
    }

    private void add(int offset, int length, int shape, MutationExtras more, CompletableFuture<Void> future) {
        int entry = size;
        if (entry == lengths.length) {
            grow();
        }
        places[entry] = ((long) current << 32) | offset;
        lengths[entry] = length;
        shapes[entry] = shape;
        futures[entry] = future;
        if (!more.isNone()) {
            if (extras == null) {
                extras = new MutationExtras[lengths.length];
            }
            extras[entry] = more;
        }
        bytes += length;
        size = entry + 1;
        unsettled.setPlain(size);
        // A large entry got a block of its own: small ones go on in the roomier one before it.
        if (current > 0
                && blocks.get(current - 1).remaining() > blocks.get(current).remaining()) {
            current--;
        }
    }

    private void grow() {
        int capacity = lengths.length * 2;
        places = Arrays.copyOf(places, capacity);
        lengths = Arrays.copyOf(lengths, capacity);
        shapes = Arrays.copyOf(shapes, capacity);
        futures = Arrays.copyOf(futures, capacity);
        extras = extras == null ? null : Arrays.copyOf(extras, capacity);
    }

    // ---- reading, after the hand-over ----

    public MutationKind kind(int entry) {
        return MutationKind.of((shapes[entry] >>> KIND_SHIFT) & NIBBLE);
    }

    /** {@code MutationProto.Durability} number of a single mutation; those of an atomic entry's parts are in its extras. */
    public int durabilityCode(int entry) {
        return shapes[entry] & NIBBLE;
    }

    /** Number of cells of a single mutation; 0 for a Delete of a whole row and for an atomic entry. */
    public int cellCount(int entry) {
        return shapes[entry] >>> CELLS_SHIFT;
    }

    public MutationExtras extras(int entry) {
        @Nullable MutationExtras[] all = extras;
        MutationExtras more = all == null ? null : all[entry];
        return more == null ? MutationExtras.NONE : more;
    }

    /** The array that holds the entry, at {@link #offset} for {@link #length} bytes. */
    public byte[] array(int entry) {
        return blocks.get((int) (places[entry] >>> 32)).bytes();
    }

    public int offset(int entry) {
        return (int) places[entry];
    }

    public int length(int entry) {
        return lengths[entry];
    }

    /** What the entry counts against the memory budget. */
    long heldBytes(int entry) {
        return accountedBytes(lengths[entry]);
    }

    /** What an entry of this length counts against the memory budget. */
    public static long accountedBytes(int length) {
        return (long) length + ENTRY_OVERHEAD_BYTES;
    }

    /** Where the entry's row starts in {@link #array}; it has {@link #rowLength} bytes. */
    public int rowOffset(int entry) {
        return offset(entry) + ROW_DISTANCE;
    }

    public int rowLength(int entry) {
        byte[] array = array(entry);
        int at = offset(entry) + ROW_DISTANCE - 2;
        return ((array[at] & 0xff) << 8) | (array[at + 1] & 0xff);
    }

    /** A copy of the entry's row. */
    public byte[] row(int entry) {
        int from = rowOffset(entry);
        return Arrays.copyOfRange(array(entry), from, from + rowLength(entry));
    }

    // ---- sending ----

    /** Prepares for sending: from now on nothing is added. */
    void handOver(long deadline) {
        deadlineNanos = deadline;
        progress.begin(size);
    }

    /** When the entries that have not settled give up, on the engine's clock. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /** What has been tried with the entries. */
    EntryProgress progress() {
        return progress;
    }

    // ---- settling ----

    /** Keeps the blocks from being used again until {@link #release}, for who knows that they are still there. */
    void retain() {
        if (!tryRetain()) {
            throw new IllegalStateException("the blocks of this batch have been given back");
        }
    }

    /** Like {@link #retain}, for who does not know; false if the blocks are gone, so that all entries have settled. */
    boolean tryRetain() {
        int count = readers.get();
        while (count > 0) {
            if (readers.compareAndSet(count, count + 1)) {
                return true;
            }
            count = readers.get();
        }
        return false;
    }

    /** The counterpart of {@link #retain}. */
    void release() {
        if (readers.decrementAndGet() == 0) {
            blocks.forEach(allocator::release);
        }
    }

    public boolean isSettled(int entry) {
        return FUTURE_SLOT.getVolatile(futures, entry) == null;
    }

    /** Completes the entry's future normally, unless the entry has settled before. Returns whether this call did it. */
    boolean acknowledge(int entry) {
        CompletableFuture<Void> future = takeFuture(entry);
        if (future == null) {
            return false;
        }
        future.complete(null);
        return true;
    }

    /** Completes the entry's future with an error, unless the entry has settled before. Returns whether this call did it. */
    boolean fail(int entry, Throwable error) {
        CompletableFuture<Void> future = takeFuture(entry);
        if (future == null) {
            return false;
        }
        failures.getAndIncrement();
        future.completeExceptionally(error);
        return true;
    }

    @SuppressWarnings("unchecked") // The slots hold nothing else.
    private @Nullable CompletableFuture<Void> takeFuture(int entry) {
        return (CompletableFuture<Void>) FUTURE_SLOT.getAndSet(futures, entry, null);
    }

    /**
     * Counts entries that were settled by this thread. In bulk, because the counter is shared by all requests of the
     * batch. The last of them frees the blocks and completes {@link #settled()}.
     *
     * @param count positive; 0 for a batch that has no entry
     */
    void settled(int count) {
        if (unsettled.addAndGet(-count) == 0) {
            release();
            settled.complete(null);
        }
    }

    /** Completes when every entry has settled; the entries' own futures complete before. */
    public CompletableFuture<Void> settled() {
        return settled;
    }

    /** Entries that failed so far. */
    public int failures() {
        return failures.get();
    }

    /** Entries that have not settled yet. */
    public int pending() {
        return unsettled.get();
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // Java has no arrays of a generic type.
    private static @Nullable CompletableFuture<Void>[] newFutures(int capacity) {
        return new CompletableFuture[capacity];
    }
}
