package io.sluice.internal.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.FlushReason;
import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.internal.cell.AttributeCodec;
import io.sluice.internal.cell.CellEncoder;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.roworder.RowClock;
import io.sluice.internal.roworder.RowHash;
import io.sluice.internal.roworder.RowSequencer;
import io.sluice.internal.time.Clock;
import io.sluice.internal.trace.BatchTrace;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mutations of one table with their cells, in the order in which they were accepted, and the receiver of each outcome.
 *
 * <p>Many threads fill a batch at once through its {@link BatchSegment}es, one segment after the other, which are opened and
 * sealed under the lock of the buffer that holds the batch. When the last one is sealed and complete the batch is handed
 * over whole; after that nothing is added. What was written while it filled is therefore read without a lock by every thread
 * that received the batch through the hand-over (the same thread, or another one by way of an executor or a channel).
 *
 * <p>An entry lies in one block: the cells in {@code KeyValueCodec} form, one after the other. A mutation without cells
 * (a Delete of a whole row) has a head in their place in which only the row means something, at the same distance as in
 * a cell, so that the row of every entry is found alike. Attributes follow in the form in which they are sent.
 */
public final class Batch {
    private static final Logger LOG = LoggerFactory.getLogger(Batch.class);

    /** What an entry needs besides its cells: its slot in the columns and its future. */
    static final int ENTRY_OVERHEAD_BYTES = EntryColumns.BYTES_PER_SLOT + EntryColumns.FUTURE_BYTES;

    /** The {@link #weight} of entries whose batch holds no more memory than they need. */
    static final long ONCE = 1 << 10;

    /** One entry in {@code 1 << TIMED_BITS} is timed, since reading the clock costs a quarter of a mutation. */
    static final int TIMED_BITS = 5;

    /** What a receiver counts that was taken and has not been notified: its future, and the references to it and its error. */
    private static final int RECEIVER_BYTES = EntryColumns.FUTURE_BYTES + 4 + 4;

    /** Of {@link #readers}: the entries are being copied. */
    private static final int COMPACTING = -1;

    private final TableName table;
    private final ByteBudget budget;
    private final long begunNanos;

    // Exchanged while no thread reads the batch.
    private BatchMemory memory;

    // Raised by threads that append, never lowered.
    private volatile boolean hasAtomic;
    /** Why an entry could not be copied; null if all could. Stored without a call, see {@link BatchSegment}. */
    volatile @Nullable Throwable spoil;

    /** The time from the acceptance to the acknowledgement; null if it is not measured. Set before the first entry. */
    private @Nullable Histogram ackLatency;

    /** For {@link #ackLatency}; null without it. */
    private @Nullable Clock ackClock;

    // An entry is timed if the sum of its number and the salt is 0 under the mask; with these initial values, none
    // is. The salt is random, since the first entries of a batch wait longest and would not be representative.
    private int timedSalt = Integer.MIN_VALUE;
    private int timedMask = -1;

    /** Written before the first entry, read by the threads that received the batch. */
    private @Nullable BatchTrace trace;

    /** The map in which the region of each entry was looked up when it was appended, or null. Set before the first entry. */
    private @Nullable RegionMap regionsWhenBegun;

    // Written under the lock of the buffer, read by the threads that received the batch.
    private @Nullable BatchSegment open;
    private @Nullable RowClock clock;
    private FlushReason flushReason = FlushReason.EXPLICIT;
    /** Entries and bytes of the segments before the open one; after the sealing, of all. */
    private int size;

    private long bytes;

    /**
     * All segments in their order; written under the lock of the buffer, before the sealing. Dropped together with the
     * memory that they refer to: a thread that reads the old list finds all of them complete.
     */
    private List<BatchSegment> segments = new ArrayList<>();

    private volatile boolean sealed;

    /** The failed attempts of each entry; null until one fails for the first time. */
    private volatile @Nullable AttemptHistory @Nullable [] attempts;

    /** The error that unsettled entries fail with; null unless the batch is abandoned. */
    private volatile @Nullable Throwable abandonedWith;

    /** Far in the future until the batch is sent; a check for overdue batches may come before that. */
    private volatile long deadlineNanos;
    /** Written under the lock of the buffer before the sealing. */
    private long number = RowSequencer.UNNUMBERED;

    /** Entries that have settled, and in the upper half those of them that failed: one number, so both are of one moment. */
    private final AtomicLong settled = new AtomicLong();

    /** Entries whose receiver is still in its slot: only they need the memory. */
    private final AtomicInteger untaken = new AtomicInteger();

    /** Entries that are known to have failed, though their receivers may not have been notified. */
    private final AtomicInteger failures = new AtomicInteger();

    /** Threads inside {@link #tryRetain} and {@link #release}, one more while a receiver is untaken; or {@link #COMPACTING}. */
    private final AtomicInteger readers = new AtomicInteger(1);
    /** The error that ended the dispatch, if it could not be handled at once. Stored without a call, see BatchDispatcher. */
    volatile @Nullable Throwable mishap;

    /** Whether entries were failed that another thread may still be about to send. */
    volatile boolean hasFailedUnexpectedly;

    private final AtomicBoolean dispatchClaimed = new AtomicBoolean();

    // Lock order: before the monitors of EntryColumns. The tasks run outside. Held while the memory is exchanged, so
    // that readers can wait for that.
    private final ReentrantLock lock = new ReentrantLock();

    /** Tasks to run when every entry has settled; null from then on. One task and some flushes: a set costs more. */
    @GuardedBy("lock") private @Nullable List<Runnable> atEnd = new ArrayList<>(2);

    /** Tasks of an executor that notify receivers which were taken out; null from {@link #notifyNow} on. */
    @GuardedBy("lock") private @Nullable List<Runnable> notifications = new ArrayList<>(0);

    /** What stays charged for receivers that are to be notified when the memory is gone. */
    @GuardedBy("lock") private long receiversCharge;

    /** How many receivers were untaken when {@link #compact} last looked, and when it first saw that number. */
    @GuardedBy("lock") private int untakenAtLook;

    @GuardedBy("lock") private long untakenSinceNanos;

    /** Whether this number has been compacted. */
    @GuardedBy("lock") private boolean compacted;

    /**
     * @param allocator takes the blocks back in the end
     * @param begunNanos when it was begun, on the engine's clock
     */
    public Batch(TableName table, BudgetedBlocks allocator, long begunNanos) {
        memory = new BatchMemory(allocator);
        budget = allocator.budget();
        this.table = table;
        this.begunNanos = begunNanos;
        deadlineNanos = begunNanos + Long.MAX_VALUE / 2;
    }

    public TableName table() {
        return table;
    }

    /** When it was begun, on the engine's clock. */
    public long begunNanos() {
        return begunNanos;
    }

    /** Number of entries; while it fills, of those reserved so far. */
    public int size() {
        BatchSegment last = open;
        return last == null ? size : size + last.entries();
    }

    /** Bytes of the entries' cells, heads and attributes; while it fills, of those reserved so far. */
    public long bytes() {
        BatchSegment last = open;
        return last == null ? bytes : bytes + last.bytes();
    }

    /** What the budget was charged for the memory that the batch holds, whether an entry lies there or not. */
    public long occupiedBytes() {
        return memory.charge();
    }

    BatchMemory memory() {
        return memory;
    }

    // ---- filling: under the lock of the buffer but for what the segments do ----

    /**
     * Capacity of the block that the next entry needs, or 0 if there is room for it; to be asked after {@link #sealOpen},
     * since other threads append until then.
     */
    public int nextBytes(int length) {
        return memory.nextBytes(size, length);
    }

    /** How much the next block counts against the budget, if it has this capacity; after {@link #sealOpen}. */
    public long nextCharge(int capacity) {
        return memory.nextCharge(size, capacity);
    }

    /**
     * Takes a fresh block, in which {@link #openSegment} opens the next segment; after {@link #sealOpen}. If this throws, the
     * block is still the caller's.
     *
     * @param maxEntries at which the batch is full
     */
    public void enter(Block block, int maxEntries) {
        memory.enter(block, size, maxEntries - size);
    }

    /** Continues in a block that the batch already has; otherwise as {@link #enter}. */
    public void reenter() {
        memory.reenter();
    }

    /**
     * Opens the next segment in the block that was entered.
     *
     * @param maxBytes at which the batch is full
     * @param maxEntries at which the batch is full
     */
    public BatchSegment openSegment(long maxBytes, int maxEntries) {
        int slots = memory.slotsAfter(size);
        int more = maxEntries - size;
        long fullAt = memory.openFrom() + (maxBytes - bytes);
        BatchSegment next = new BatchSegment(this, Math.min(slots, more), more <= slots, fullAt);
        segments.add(next);
        open = next;
        return next;
    }

    /** Seals the open segment, if there is one: nothing is added until the next is opened. */
    public void sealOpen() {
        BatchSegment last = open;
        if (last != null) {
            last.seal();
            memory.leave(last.end());
            int entries = last.entries();
            int length = last.bytes();
            // No call from here on: if something was thrown before, this can be done again.
            size += entries;
            bytes += length;
            open = null;
        }
    }

    /** Makes cells without a timestamp get one from this clock; to be called before the first segment. */
    public void stampBy(RowClock rowClock) {
        clock = rowClock;
    }

    @Nullable RowClock clock() {
        return clock;
    }

    /**
     * Sets the batch's number among those of its buffer, from 0 in the order of filling; to be called before the sealing.
     */
    public void number(long newNumber) {
        number = newNumber;
    }

    /** Its number, or {@link RowSequencer#UNNUMBERED}. */
    long number() {
        return number;
    }

    /** Stores why the batch is about to be sealed, for the thread that sends it. */
    public void sealFor(FlushReason reason) {
        flushReason = reason;
    }

    /** Seals the batch: nothing is added any more. */
    public void seal() {
        sealOpen();
        if (!sealed) {
            untaken.set(size);
            sealed = true;
        }
    }

    /** Commits entries whose threads could not, see {@link BatchSegment.Outcome#OWED}; under the lock of the buffer. */
    public void commitOwed() {
        segments.forEach(BatchSegment::commitOwed);
    }

    /** Whether it is sealed and every entry is there. */
    public boolean isComplete() {
        if (!sealed) {
            return false;
        }
        for (BatchSegment segment : segments) {
            if (!segment.isComplete()) {
                return false;
            }
        }
        return true;
    }

    /** The error that ended its dispatch, if it could not be handled at once. */
    public @Nullable Throwable mishap() {
        return mishap;
    }

    /** Makes the caller the one that dispatches this batch: true once, when it is complete. */
    public boolean claimDispatch() {
        return isComplete() && dispatchClaimed.compareAndSet(false, true);
    }

    /** Ends a batch that was sealed and has no entry. */
    public void discard() {
        settled(0, false);
    }

    /** The memory that the entry needs. */
    long heldBytes(int entry) {
        return heldBytes(1, length(entry));
    }

    /** The memory that this many entries with this many bytes of cells, heads and attributes need. */
    public static long heldBytes(int entries, long bytes) {
        return bytes + (long) entries * ENTRY_OVERHEAD_BYTES;
    }

    /** How much more memory the batch holds than its entries need, as a factor in units of {@link #ONCE}. */
    long weight() {
        return Math.max(ONCE, occupiedBytes() * ONCE / Math.max(1, heldBytes(size, bytes)));
    }

    // ---- sending ----

    /** Why it was sealed. */
    public FlushReason flushReason() {
        return flushReason;
    }

    /**
     * Begins the sending.
     *
     * @param nowNanos on the engine's clock
     */
    void handOver(long nowNanos, long timeoutNanos) {
        deadlineNanos = nowNanos + timeoutNanos;
    }

    /** How much time the unsettled entries have left; 0 or less from their deadline on. */
    long remainingNanos(Clock engineClock) {
        return deadlineNanos - engineClock.nanoTime();
    }

    /** The deadline is near: requests that still wait to be sent must not miss it. */
    void watchDeadline() {
        List<ShareHold> holders;
        lock.lock();
        try {
            holders = holders();
        } finally {
            lock.unlock();
        }
        holders.forEach(ShareHold::watchDeadline);
    }

    // ---- entries: once the batch is complete ----

    EntryColumns columns(int entry) {
        return memory.columns(entry);
    }

    /** The entry's slot in its {@link #columns}. */
    int slot(int entry) {
        return memory.slot(entry);
    }

    /** Records the time from the acceptance of entries to their acknowledgement; to be called before the first block. */
    public void timeBy(Clock clock, Histogram latency) {
        memory.time();
        timedSalt = ThreadLocalRandom.current().nextInt(1 << TIMED_BITS);
        timedMask = (1 << TIMED_BITS) - 1;
        ackLatency = latency;
        ackClock = clock;
    }

    int timedSalt() {
        return timedSalt;
    }

    int timedMask() {
        return timedMask;
    }

    /** Whether an entry records when it was accepted. */
    boolean isTimed(int entry) {
        return ((entry + timedSalt) & timedMask) == 0;
    }

    /** The current time; 0 if no entry {@link #isTimed}. */
    long nanoTime() {
        return ackClock == null ? 0 : ackClock.nanoTime();
    }

    /** Records how long the acknowledgement of a {@linkplain #isTimed timed} entry took. */
    void acknowledgedAt(int entry, long nanos) {
        if (ackLatency != null) {
            ackLatency.add(nanos - columns(entry).acceptedNanos(slot(entry)));
        }
    }

    /** Kind, durability and number of cells of the entry in one number; the same for all entries that agree in these. */
    public int shape(int entry) {
        return columns(entry).shapes[slot(entry)];
    }

    /** Whether the entry could not be copied, so that it must not be sent. */
    boolean isVoid(int entry) {
        return shape(entry) == MutationKind.VOID;
    }

    public MutationKind kind(int entry) {
        return MutationKind.ofShape(shape(entry));
    }

    /** {@code MutationProto.Durability} number of a single mutation; those of an atomic entry's parts are in its extras. */
    public int durabilityCode(int entry) {
        return MutationKind.durabilityCode(shape(entry));
    }

    /** Number of cells of a single mutation; 0 for a Delete of a whole row and for an atomic entry. */
    public int cellCount(int entry) {
        return MutationKind.cellCount(shape(entry));
    }

    public MutationExtras extras(int entry) {
        return columns(entry).extras(slot(entry));
    }

    /** Number of mutations of the entry, more than one only for {@code RowMutations}. */
    int rowCount(int entry) {
        return kind(entry) == MutationKind.ROW_MUTATIONS ? extras(entry).parts().size() : 1;
    }

    /** The array that holds the entry, at {@link #offset} for {@link #length} bytes. */
    public byte[] array(int entry) {
        return memory.array(entry);
    }

    public int offset(int entry) {
        return columns(entry).offsets[slot(entry)];
    }

    /** Bytes of its cells, or of the head that stands for them, and of its attributes. */
    public int length(int entry) {
        return columns(entry).lengths[slot(entry)];
    }

    /** Bytes of its cells, or of the head that stands for them; of an atomic entry, all its bytes. */
    public int bodyLength(int entry) {
        return length(entry) - extras(entry).attributeBytes();
    }

    /** Makes each append look up the region of its entry; to be called before the first segment. */
    public void locateIn(RegionMap regions) {
        regionsWhenBegun = regions;
    }

    @Nullable RegionMap regionsWhenBegun() {
        return regionsWhenBegun;
    }

    /** Looks the entry's region up; see {@link RegionMap#find}. */
    int locate(int entry, RegionMap map) {
        return columns(entry).locateOne(slot(entry), array(entry), map);
    }

    /**
     * Stores the regions of the first entries, this many; returns those that the map does not know. Little work if the map
     * is the one used when they were appended.
     */
    @SuppressWarnings("ReferenceEquality") // Maps are not changed: another one is another table of regions.
    int[] locateAll(int entries, RegionMap map) {
        if (map != regionsWhenBegun) {
            memory.locate(entries, map);
        }
        int missing = memory.missing(entries);
        int[] unknown = new int[missing];
        for (int entry = 0; missing > 0; entry++) {
            if (region(entry) < 0) {
                unknown[unknown.length - missing--] = entry;
            }
        }
        return unknown;
    }

    /** The region that the entry's holder stored last, as a number of the map it used. */
    int region(int entry) {
        return columns(entry).regions[slot(entry)];
    }

    void region(int entry, int region) {
        columns(entry).regions[slot(entry)] = region;
    }

    /** Space for an order of this many entries of the first dispatch, to be used once. */
    Order order(int count) {
        return memory.order(count);
    }

    /** Whether settled entries may no longer have a slot of their own. */
    boolean isCompacted() {
        return memory.isCompacted();
    }

    /** Where the entry's row starts in {@link #array}; it has {@link #rowLength} bytes. */
    public int rowOffset(int entry) {
        return offset(entry) + BatchSegment.ROW_DISTANCE;
    }

    public int rowLength(int entry) {
        byte[] array = array(entry);
        int at = offset(entry) + BatchSegment.ROW_DISTANCE - 2;
        return ((array[at] & 0xff) << 8) | (array[at + 1] & 0xff);
    }

    /** A number that stands for the entry's row. */
    long rowHash(int entry) {
        return RowHash.of(array(entry), rowOffset(entry), rowLength(entry));
    }

    /** A copy of the entry's row. */
    public byte[] row(int entry) {
        int from = rowOffset(entry);
        return Arrays.copyOfRange(array(entry), from, from + rowLength(entry));
    }

    /** Compares the rows of two entries, as HBase orders them. */
    int compareRows(int entry, int other) {
        int from = rowOffset(entry);
        int otherFrom = rowOffset(other);
        return Arrays.compareUnsigned(
                array(entry), from, from + rowLength(entry), array(other), otherFrom, otherFrom + rowLength(other));
    }

    public boolean isSettled(int entry) {
        return columns(entry).isSettled(slot(entry));
    }

    /** The entry's future or callback; null if it has settled. */
    @Nullable Object receiver(int entry) {
        return columns(entry).receiver(slot(entry));
    }

    /** Takes the entry's receiver: if several threads try, only one gets it. */
    @Nullable Object takeReceiver(int entry) {
        return columns(entry).takeReceiver(slot(entry));
    }

    /** Makes a tracing system follow the batch; to be called before its first segment. */
    public void followBy(@Nullable BatchTrace follower) {
        trace = follower;
    }

    /** The trace that follows the batch, or null, which is the usual case. */
    public @Nullable BatchTrace trace() {
        return trace;
    }

    void containsAtomic() {
        hasAtomic = true;
    }

    /** Whether an entry may be of {@link MutationKind#ROW_MUTATIONS}. */
    boolean hasAtomic() {
        return hasAtomic;
    }

    /** Whether an entry may be {@link #isVoid void}. */
    boolean hasVoid() {
        return spoil != null;
    }

    /**
     * The bytes a mutation, or all of {@code RowMutations}, takes in a block.
     *
     * @throws IllegalArgumentException if they are more than an array can have
     */
    public static int lengthOf(Row row) {
        if (row instanceof Mutation mutation) {
            int attributes = AttributeCodec.encodedSize(mutation.getAttributesMap());
            return checkedLength((long) BatchSegment.bodyLength(mutation) + attributes);
        }
        int length = 0;
        for (Mutation part : ((RowMutations) row).getMutations()) {
            length = checkedLength((long) length + lengthOf(part));
        }
        return length;
    }

    private static int checkedLength(long bytes) {
        if (bytes > CellEncoder.MAX_ENCODED_BYTES) {
            throw new IllegalArgumentException(
                    "a mutation of " + bytes + " bytes; at most " + CellEncoder.MAX_ENCODED_BYTES + " are possible");
        }
        return (int) bytes;
    }

    // ---- attempts: written by the party that holds the entry; abandon and mayBeApplied may come at any time ----

    /**
     * Records that the entries of a request are about to be sent. With {@link #abandon} on another thread this forms
     * Dekker's algorithm: each side writes, fences, then reads what the other writes. So either the request sees that the
     * batch is abandoned and is not sent, or the abandoning thread sees its entries as exposed.
     *
     * @return false if the batch is abandoned; nothing may be sent then
     */
    boolean expose(ServerBatch request) {
        for (int i = 0; i < request.mutationCount(); i++) {
            int entry = request.mutation(i);
            if (exposure(entry) != EntryColumns.MAYBE_APPLIED) {
                exposure(entry, EntryColumns.IN_FLIGHT);
            }
        }
        VarHandle.fullFence();
        return abandonedWith == null;
    }

    /** Records how the failed attempt of an exposed entry ended. */
    void unexpose(int entry, boolean maybeApplied) {
        if (maybeApplied) {
            exposure(entry, EntryColumns.MAYBE_APPLIED);
        } else if (exposure(entry) == EntryColumns.IN_FLIGHT) {
            exposure(entry, EntryColumns.NEVER_SENT);
        }
    }

    /**
     * Whether a server may have applied the entry: it is being sent now, its acknowledgement is on its way to its future,
     * or an attempt ended without an answer.
     */
    boolean mayBeApplied(int entry) {
        return exposure(entry) != EntryColumns.NEVER_SENT;
    }

    private byte exposure(int entry) {
        return columns(entry).exposures[slot(entry)];
    }

    private void exposure(int entry, byte exposure) {
        columns(entry).exposures[slot(entry)] = exposure;
    }

    /** Prevents requests that are not under way yet from being sent. */
    void abandon(Throwable error) {
        abandonedWith = error;
        VarHandle.fullFence();
    }

    /** The error that the entries of an abandoned batch fail with, or null. */
    @Nullable Throwable abandonedWith() {
        return abandonedWith;
    }

    /** The failed attempts of an entry so far, or null. */
    @Nullable AttemptHistory attempts(int entry) {
        @Nullable AttemptHistory[] all = attempts;
        return all == null ? null : all[entry];
    }

    /** Records the failed attempt that these entries have in common. */
    void attempted(int[] entries, AttemptHistory history) {
        for (int entry : entries) {
            attempted(entry, history);
        }
    }

    /** Records a failed attempt. */
    void attempted(int entry, AttemptHistory history) {
        @Nullable AttemptHistory[] all = attempts;
        (all == null ? newAttempts() : all)[entry] = history;
    }

    /** Requests of one batch may fail at the same time on different threads. */
    private @Nullable AttemptHistory[] newAttempts() {
        lock.lock();
        try {
            @Nullable AttemptHistory[] all = attempts == null ? new AttemptHistory[size] : attempts;
            attempts = all;
            return all;
        } finally {
            lock.unlock();
        }
    }

    // ---- settling ----

    /**
     * Keeps the memory where it is until {@link #release}. Entries are read and written only in between, and not for long: a
     * batch that is being read cannot be compacted.
     *
     * @return false if the memory is gone, so that all entries have settled or are about to
     */
    public boolean tryRetain() {
        int count = readers.get();
        while (count != 0) {
            if (count == COMPACTING) {
                awaitCompaction();
            } else if (readers.compareAndSet(count, count + 1)) {
                return true;
            }
            count = readers.get();
        }
        return false;
    }

    /** The counterpart of {@link #tryRetain}. */
    public void release() {
        int count = readers.get();
        while (count == COMPACTING || !readers.compareAndSet(count, count - 1)) {
            if (count == COMPACTING) {
                awaitCompaction();
            }
            count = readers.get();
        }
        if (count == 1) {
            giveBack();
        }
    }

    /**
     * The receivers that are still to be notified stay charged, so that an executor that is slow slows the program down. Throws
     * nothing: the caller has receivers to notify.
     */
    private void giveBack() {
        try {
            int left = pending();
            if (left > 0) {
                keepCharge((long) left * RECEIVER_BYTES);
            }
        } catch (Throwable e) {
            LOG.warn("receivers of table '{}' do not count against the budget", table, e);
        }
        try {
            memory.release();
        } catch (Throwable e) {
            LOG.error("blocks of a batch of table '{}' could not be given back", table, e);
        }
    }

    private void keepCharge(long bytes) {
        lock.lock();
        try {
            if (atEnd != null) {
                budget.takeUnbounded(bytes);
                receiversCharge = bytes;
            }
        } finally {
            lock.unlock();
        }
    }

    /** For as long as it takes to copy the unsettled entries, less than a millisecond for a batch of the usual size. */
    private void awaitCompaction() {
        lock.lock();
        lock.unlock();
    }

    /**
     * Notifies the future or the callback of a mutation. Does not throw: a callback is the program's code, as are the
     * functions that depend on a future, and it must prevent neither other callbacks nor the release of the memory.
     *
     * @param error null if the mutation was acknowledged
     */
    public static void tell(Object receiver, @Nullable Throwable error) {
        try {
            // Checked first: "is it a MutationCallback" takes a search through the interfaces of a future.
            if (!(receiver instanceof CompletableFuture<?> future)) {
                ((MutationCallback) receiver).settled(error);
            } else if (error == null) {
                future.complete(null);
            } else {
                future.completeExceptionally(error);
            }
        } catch (Throwable e) {
            LOG.error("the callback of a mutation failed", e);
        }
    }

    /** Counts an entry that failed. */
    void countFailure() {
        failures.getAndIncrement();
    }

    /**
     * Counts entries that were settled by this thread. In bulk, because the counters are shared by all requests of the
     * batch. The last of them frees the blocks and runs the tasks that wait for the end.
     *
     * @param count positive; 0 for a batch that has no entry
     * @param failed whether they failed; else they were acknowledged
     */
    void settled(int count, boolean failed) {
        boolean last = countSettled(count, failed);
        try {
            taken(count);
        } finally {
            if (last) {
                end();
            }
        }
    }

    /** Counts receivers that this thread has taken and will notify later. The last of them frees the blocks. */
    void taken(int count) {
        if (untaken.addAndGet(-count) == 0) {
            release();
        }
    }

    /**
     * Keeps a task of an executor that will notify receivers, for {@link #notifyNow}.
     *
     * @return false if that was called before: then no executor is waited for
     */
    boolean notifyLater(Runnable notification) {
        lock.lock();
        try {
            if (notifications == null) {
                return false;
            }
            notifications.add(notification);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Runs the tasks of {@link #notifyLater} on this thread, too: they notify the receivers that have not been notified. */
    void notifyNow() {
        List<Runnable> tasks;
        lock.lock();
        try {
            tasks = notifications == null ? List.of() : notifications;
            notifications = null;
        } finally {
            lock.unlock();
        }
        tasks.forEach(Runnable::run);
    }

    /** Counts receivers that were {@linkplain #taken} before and have been notified, as {@link #settled(int, boolean)}. */
    void notified(int count, boolean failed) {
        if (countSettled(count, failed)) {
            end();
        }
    }

    /** Returns whether they were the last ones. */
    private boolean countSettled(int count, boolean failed) {
        long failures = failed ? (long) count << Integer.SIZE : 0;
        return (int) settled.addAndGet(failures + count) == size;
    }

    private void end() {
        List<Runnable> tasks;
        long charge;
        lock.lock();
        try {
            tasks = atEnd == null ? List.of() : atEnd;
            atEnd = null;
            charge = receiversCharge;
            receiversCharge = 0;
        } finally {
            lock.unlock();
        }
        try {
            if (charge > 0) {
                budget.give(charge);
            }
        } finally {
            tasks.forEach(this::runAtEnd);
        }
    }

    private void runAtEnd(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a task at the end of a batch of table '{}' failed", table, e);
        }
    }

    /** Runs a task when every entry has settled, at once if all have; the entries' own receivers are notified before it. */
    public void whenSettled(Runnable task) {
        lock.lock();
        try {
            if (atEnd != null) {
                atEnd.add(task);
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    /** Removes a task of {@link #whenSettled}, for a caller that no longer waits. */
    public void forget(Runnable task) {
        lock.lock();
        try {
            if (atEnd != null) {
                atEnd.remove(task);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Entries that failed so far, those included whose receivers have not been notified. */
    public int failures() {
        return failures.get();
    }

    /** Entries that have not settled yet; while it fills, all of them. */
    public int pending() {
        return size() - (int) settled.get();
    }

    /**
     * Entries that have settled: their receivers have been notified.
     *
     * @param acknowledged of them
     * @param failed of them
     */
    public record Settled(long acknowledged, long failed) {}

    /** The entries that have settled so far. */
    public Settled settled() {
        long both = settled.get();
        long failed = both >>> Integer.SIZE;
        return new Settled((int) both - failed, failed);
    }

    /** Whether a thread is inside {@link #tryRetain} and {@link #release}, or the memory is gone. */
    boolean isRead() {
        return readers.get() != 1;
    }

    // ---- giving back the memory of settled entries ----

    /**
     * Copies the unsettled entries to memory of their own size and gives back the previous memory, if that frees half of it.
     * So entries on their way to a server that hangs hold no more memory than they need: neither that of settled entries,
     * nor the rest of a block that was sent before it was full. Requests under way, pauses and look-ups refer to entries by
     * their number and are not affected. Until the blocks are back the copy is held in addition. Does nothing while another
     * thread reads the batch, or still writes to it.
     *
     * @param nowNanos on the engine's clock
     * @param standingNanos only if no entry has settled for this long, as far as calls of this method have seen: while its
     *     servers answer, a batch will probably settle soon
     */
    public void compact(long nowNanos, long standingNanos) {
        int left = untaken.get();
        if (left == 0 || readers.get() != 1) {
            return;
        }
        BatchMemory old = null;
        List<ShareHold> holders = List.of();
        lock.lock();
        try {
            if (left != untakenAtLook) {
                untakenAtLook = left;
                untakenSinceNanos = nowNanos;
                compacted = false;
            } else if (!compacted
                    && nowNanos - untakenSinceNanos >= standingNanos
                    && isComplete()
                    && readers.compareAndSet(1, COMPACTING)) {
                compacted = true;
                // Before the exchange: nothing is thrown between that and the release.
                holders = holders();
                try {
                    old = exchangeMemory();
                } finally {
                    readers.set(1);
                }
            }
        } finally {
            lock.unlock();
        }
        if (old != null) {
            try {
                old.release();
            } finally {
                holders.forEach(ShareHold::compacted);
            }
        }
    }

    /** What requests, look-ups and pauses hold of the shares. */
    @GuardedBy("lock") private List<ShareHold> holders() {
        List<ShareHold> holders = new ArrayList<>();
        for (Runnable task : atEnd == null ? List.<Runnable>of() : atEnd) {
            if (task instanceof ShareHold holder) {
                holders.add(holder);
            }
        }
        return holders;
    }

    /**
     * Replaces the memory by a copy that holds only the unsettled entries, if that is at most half of the size. No other
     * thread uses the batch now.
     *
     * @return the memory to be given back, or null
     */
    private @Nullable BatchMemory exchangeMemory() {
        if (untaken.get() == size && 2 * heldBytes(size, bytes) > occupiedBytes()) {
            // Without a look at each entry: if the client is the slower side, most batches wait this long, with all
            // of their entries.
            return null;
        }
        BatchMemory compacted = memory.compacted(size);
        if (compacted == null) {
            return null;
        }
        BatchMemory old = memory;
        memory = compacted;
        segments = List.of();
        return old;
    }
}
