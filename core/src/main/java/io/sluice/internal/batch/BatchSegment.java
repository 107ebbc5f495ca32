package io.sluice.internal.batch;

import io.sluice.Delete;
import io.sluice.HConstants;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.batch.MutationExtras.Part;
import io.sluice.internal.cell.AttributeCodec;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.cell.CellStamps;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.roworder.RowClock;
import io.sluice.internal.roworder.RowHash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a batch that is filling at the moment: the rest of one block and of the columns that go with it. Many threads
 * append concurrently, without a lock: one compare-and-set reserves a slot and the bytes, then the thread copies, and one
 * atomic addition says that it has finished.
 *
 * <p>A segment is sealed once, under the lock of its buffer: nothing is reserved afterwards, and it is complete when every
 * reservation has been committed. The thread that completes the last segment of a batch sends the batch. Segments are never
 * reused, unlike their memory: a thread that holds an old one finds it sealed.
 */
public final class BatchSegment {
    /** Bytes of a cell before the row: total, key and value length of four bytes each, row length of two. */
    static final int ROW_DISTANCE = 14;

    private static final VarHandle CURSOR;
    private static final VarHandle COMMITS;

    static {
        try {
            CURSOR = MethodHandles.lookup().findVarHandle(BatchSegment.class, "cursor", long.class);
            COMMITS = MethodHandles.lookup().findVarHandle(BatchSegment.class, "commits", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Collisions are frequent if there is one in this many entries: by then they cost more than the copying. */
    private static final int CROWD = 32;

    /** Fewer entries count as this many, since among few a single collision is chance. */
    private static final int MIN_CROWD = 100;

    private static final long SEALED = Long.MIN_VALUE;
    private static final int COUNT_SHIFT = 32;

    /** Far below anything that is counted. */
    private static final int OPEN = -(1 << 30);

    private final Batch batch;
    private final byte[] memory;
    private final int block;
    private final EntryColumns columns;
    private final int firstSlot;
    // The limits, as fields: each append reads them.
    private final int maxEntries;
    private final boolean fullByEntries;
    private final int start;
    private final int memoryEnd;
    private final long fullAt;
    /** Null if regions are not looked up when entries are appended. */
    private final @Nullable RegionMap regions;
    /** Null unless the client sets the timestamps; then this check is the only cost. */
    private final @Nullable RowClock clock;
    // As in the batch, with the salt converted: it is added to a slot, not to an entry's number.
    private final int timedSalt;
    private final int timedMask;

    /** Sealed or not in the sign, number of entries in the rest of the upper half, end of the last one in the lower. */
    private volatile long cursor;

    /** How often a reservation collided with another one. Racy on purpose: it only matters whether that is frequent. */
    private int collisions;

    /**
     * Entries that have been copied, counted from {@link #OPEN}; once sealed, minus the number of all, so that 0 means
     * complete, and nothing else does.
     */
    private volatile int commits = OPEN;

    /** The outcome of an append, as far as its caller has to act on it. */
    public enum Outcome {
        /** Nothing was appended: the segment is full or sealed. */
        REFUSED,
        APPENDED,
        /** Appended; the batch is now full and is to be swapped out. */
        FILLED,
        /** Appended; the segment was sealed in the meantime and is now complete: perhaps the caller is to send the batch. */
        COMPLETED,
        /** Appended, but the stack ended before the commit: {@link Batch#commitOwed} is to be called from another frame. */
        OWED
    }

    /**
     * The rest of the open block of the batch's memory.
     *
     * @param maxEntries this many
     * @param fullByEntries whether the batch is full when the segment has them, or has merely no slot left
     * @param fullAt offset in the memory from which on the batch counts as full; may be behind its end
     */
    BatchSegment(Batch batch, int maxEntries, boolean fullByEntries, long fullAt) {
        this.batch = batch;
        BatchMemory place = batch.memory();
        clock = batch.clock();
        regions = batch.regionsWhenBegun();
        this.maxEntries = maxEntries;
        this.fullByEntries = fullByEntries;
        this.fullAt = fullAt;
        start = place.openFrom();
        memory = place.openBytes();
        memoryEnd = memory.length;
        block = place.openBlock();
        columns = place.columns(batch.size());
        firstSlot = place.slot(batch.size());
        timedSalt = batch.timedSalt() + batch.size() - firstSlot;
        timedMask = batch.timedMask();
        cursor = start;
    }

    public Batch batch() {
        return batch;
    }

    /**
     * Appends a mutation, or {@code RowMutations} as one atomic entry, if there is room. Throws nothing once the slot is
     * reserved: a reservation that is never committed would prevent the batch from ever being sent.
     *
     * @param length {@link Batch#lengthOf} of it
     * @param shape {@link MutationKind#shapeOf} it
     * @param more its extras
     * @param receiver a future or a callback, notified when the entry settles
     */
    public Outcome append(Row row, int length, int shape, MutationExtras more, Object receiver) {
        long now = cursor;
        while (true) {
            if (!fits(now, length)) {
                return Outcome.REFUSED;
            }
            long next = now + (1L << COUNT_SHIFT) + length;
            // Before the reservation, after which nothing is called that could end it half done.
            int slot = firstSlot + count(now);
            int offset = end(now);
            boolean fills = isFull(next);
            long seen = (long) CURSOR.compareAndExchange(this, now, next);
            if (seen == now) {
                // A void entry at first, by plain stores: it fails when the batch is sent.
                columns.offsets[slot] = offset;
                columns.lengths[slot] = length;
                columns.shapes[slot] = MutationKind.VOID;
                columns.receivers[slot] = receiver;
                try {
                    write(slot, offset, row, length, shape, more);
                    columns.shapes[slot] = shape;
                } catch (Throwable e) {
                    // Another thread changes the mutation, or any other error, even of the stack.
                    batch.spoil = e;
                }
                try {
                    int before = (int) COMMITS.getAndAdd(this, 1);
                    return before == -1 ? Outcome.COMPLETED : fills ? Outcome.FILLED : Outcome.APPENDED;
                } catch (StackOverflowError e) {
                    // The call may need more stack than the reservation did: where that was compiled and this is
                    // interpreted. The store and the read of a volatile field keep the mark behind the entry's stores.
                    batch.spoil = e;
                    columns.shapes[slot] = batch.spoil == null ? MutationKind.VOID : MutationKind.UNCOMMITTED;
                    return Outcome.OWED;
                }
            }
            collisions++;
            now = seen;
        }
    }

    private static int count(long cursor) {
        return (int) ((cursor & ~SEALED) >>> COUNT_SHIFT);
    }

    private static int end(long cursor) {
        return (int) cursor;
    }

    private boolean fits(long now, int length) {
        // Sealed means negative. A full batch refuses entries even if its memory has room: it is about to be swapped
        // out.
        return now >= 0 && count(now) < maxEntries && end(now) < fullAt && length <= memoryEnd - end(now);
    }

    /** Whether an entry of this length can be appended now. */
    public boolean fits(int length) {
        return fits(cursor, length);
    }

    /** Whether threads collided here often. Returns true to one of the callers, or to few. */
    public boolean takeCrowded() {
        boolean often = collisions > Math.max(count(cursor), MIN_CROWD) / CROWD;
        if (often) {
            collisions = 0;
        }
        return often;
    }

    /** Whether the batch is full. */
    public boolean isFull() {
        return isFull(cursor);
    }

    private boolean isFull(long now) {
        return (fullByEntries && count(now) >= maxEntries) || end(now) >= fullAt;
    }

    private void write(int slot, int offset, Row row, int length, int shape, MutationExtras more) {
        columns.noteFutures(slot);
        if (((slot + timedSalt) & timedMask) == 0) {
            columns.accepted(slot, batch.nanoTime());
        }
        columns.extras(slot, more);
        copy(row, offset, length, shape, more);
        if (clock != null) {
            columns.extras(slot, stamp(row, offset, length, more, clock));
        }
        if (regions != null) {
            // Here the row is in the processor's cache. When the batch is sent it seldom is.
            columns.regions[slot] = columns.locateOne(slot, memory, regions);
        }
    }

    private void copy(Row row, int offset, int length, int shape, MutationExtras more) {
        if (row instanceof Mutation mutation) {
            copy(mutation, offset, length, MutationKind.cellCount(shape), more.attributeBytes());
            return;
        }
        batch.containsAtomic();
        List<Mutation> mutations = ((RowMutations) row).getMutations();
        int at = offset;
        for (int i = 0; i < more.parts().size(); i++) {
            Part part = more.parts().get(i);
            requireUnchanged(part.length() <= offset + length - at);
            copy(
                    mutations.get(i),
                    at,
                    part.length(),
                    part.cellCount(),
                    part.extras().attributeBytes());
            at += part.length();
        }
        requireUnchanged(at == offset + length);
    }

    /** Bytes of the cells of a mutation, or of the head that stands for them. */
    static int bodyLength(Mutation mutation) {
        return mutation.size() == 0 ? ROW_DISTANCE + mutation.getRow().length : mutation.encodedSize();
    }

    /**
     * Copies exactly the reserved bytes, and checks that they are as many cells as will be announced. The server counts
     * cells, so a mutation that another thread changes meanwhile would otherwise give cells to other mutations.
     */
    private void copy(Mutation mutation, int offset, int length, int cellCount, int attributeBytes) {
        int body = length - attributeBytes;
        requireUnchanged(body == bodyLength(mutation));
        if (attributeBytes > 0) {
            AttributeCodec.encode(mutation.getAttributesMap(), memory, offset + body, attributeBytes);
        }
        if (cellCount == 0) {
            byte[] row = mutation.getRow();
            Arrays.fill(memory, offset, offset + ROW_DISTANCE - 2, (byte) 0);
            memory[offset + ROW_DISTANCE - 2] = (byte) (row.length >>> 8);
            memory[offset + ROW_DISTANCE - 1] = (byte) row.length;
            System.arraycopy(row, 0, memory, offset + ROW_DISTANCE, row.length);
        } else {
            mutation.copyEncodedTo(memory, offset, body);
            requireUnchanged(CellReader.count(memory, offset, body) == cellCount);
        }
    }

    private static void requireUnchanged(boolean unchanged) {
        if (!unchanged) {
            throw new IllegalStateException("a mutation was changed while it was given to the mutator");
        }
    }

    /**
     * Replaces the missing timestamps of a copied entry by the client's, so that a retry sends the same cell. The parts of
     * {@code RowMutations} get one after the other, so that a Put behind a Delete survives. Increment and Append are left to
     * the server, which makes their cells. Looks only at what was copied: another thread may have changed the mutation.
     *
     * @return the extras of the entry, with the timestamp of a Delete of the whole row
     */
    private MutationExtras stamp(Row row, int offset, int length, MutationExtras extras, RowClock rowClock) {
        if (row instanceof Mutation mutation) {
            return stamp(mutation, offset, length, extras, rowClock);
        }
        List<Part> parts = new ArrayList<>(extras.parts().size());
        int at = offset;
        for (int i = 0; i < extras.parts().size(); i++) {
            Part part = extras.parts().get(i);
            Mutation mutation = ((RowMutations) row).getMutations().get(i);
            MutationExtras stamped = stamp(mutation, at, part.length(), part.extras(), rowClock);
            parts.add(new Part(part.kind(), part.durabilityCode(), part.cellCount(), part.length(), stamped));
            at += part.length();
        }
        return extras.with(parts);
    }

    private MutationExtras stamp(Mutation mutation, int offset, int length, MutationExtras extras, RowClock rowClock) {
        if (!(mutation instanceof Put || mutation instanceof Delete)) {
            return extras;
        }
        if (mutation.size() == 0) {
            return extras.timestamp() == HConstants.LATEST_TIMESTAMP ? extras.at(next(rowClock, mutation)) : extras;
        }
        int body = length - extras.attributeBytes();
        if (CellStamps.isAnyToBeStamped(memory, offset, body)) {
            CellStamps.stamp(memory, offset, body, next(rowClock, mutation));
        }
        return extras;
    }

    private static long next(RowClock rowClock, Mutation mutation) {
        return rowClock.next(RowHash.of(mutation.getRow()));
    }

    /** Ends the reserving; under the lock of the buffer. May be repeated if something was thrown on the way. */
    void seal() {
        long last = (long) CURSOR.getAndBitwiseOr(this, SEALED);
        int entries = count(last);
        Arrays.fill(columns.blocks, firstSlot, firstSlot + entries, block);
        if (commits < OPEN / 2) {
            int unused = (int) COMMITS.getAndAdd(this, -OPEN - entries);
        }
    }

    /** Commits the entries that their threads could not commit, as void ones; under the lock of the buffer. */
    void commitOwed() {
        int end = firstSlot + entries();
        for (int slot = firstSlot; slot < end; slot++) {
            // Once the segment is complete, its slots may belong to another batch.
            if (columns.shapes[slot] == MutationKind.UNCOMMITTED && !isComplete()) {
                columns.shapes[slot] = MutationKind.VOID;
                int unused = (int) COMMITS.getAndAdd(this, 1);
            }
        }
    }

    /** Whether it is sealed and every entry is there. */
    boolean isComplete() {
        return commits == 0;
    }

    /** Entries reserved so far. */
    int entries() {
        return count(cursor);
    }

    /** Bytes reserved so far. */
    int bytes() {
        return end(cursor) - start;
    }

    /** Where the last entry ends in the memory. */
    int end() {
        return end(cursor);
    }
}
