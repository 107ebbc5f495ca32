package io.sluice.internal.batch;

import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.locate.RegionMap;
import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.pace.RowHash;
import io.sluice.internal.time.Clock;
import io.sluice.internal.trace.BatchTrace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is known of each entry of a batch, to be asked for once the batch is complete. */
public abstract sealed class BatchEntries permits Batch {
    /** What an entry holds beside its cells: its slot in the columns and its future. */
    static final int ENTRY_OVERHEAD_BYTES = EntryColumns.BYTES_PER_SLOT + EntryColumns.FUTURE_BYTES;

    // Exchanged while nobody reads the batch.
    private BatchMemory memory;

    // Raised by who appends, never lowered.
    private volatile boolean hasAtomic;
    /** Why an entry could not be copied; null if all could. Stored without a call, see {@link Stretch}. */
    volatile @Nullable Throwable spoil;

    /** How long entries took is recorded by this; null if nobody wants to know. Set before the first entry. */
    private @Nullable AckTimes ackTimes;
    /** Written before the first entry, read by who got the batch. */
    private @Nullable BatchTrace trace;

    /** In which the region of each entry was looked up when it was appended, or null. Set before the first entry. */
    private @Nullable RegionMap regionsWhenBegun;

    BatchEntries(BatchMemory memory) {
        this.memory = memory;
    }

    BatchMemory memory() {
        return memory;
    }

    /**
     * Goes on in memory that has only the entries that have not settled, if that is half of what there is at most. The caller
     * is alone with the batch.
     *
     * @return the memory to be given back, or null
     */
    final @Nullable BatchMemory exchangeMemory() {
        BatchMemory compacted = memory.compacted(size());
        if (compacted == null) {
            return null;
        }
        BatchMemory old = memory;
        memory = compacted;
        return old;
    }

    /** Number of entries. */
    abstract int size();

    final EntryColumns columns(int entry) {
        return memory.columns(entry);
    }

    /** The entry's slot in its {@link #columns}. */
    final int slot(int entry) {
        return memory.slot(entry);
    }

    /** Has the time from the acceptance of entries to their acknowledgement recorded; before the first stretch. */
    public void timeBy(Clock clock, Histogram latency) {
        memory.sample();
        ackTimes = new AckTimes(clock, latency);
    }

    @Nullable AckTimes ackTimes() {
        return ackTimes;
    }

    /** The time, for entries that note it. */
    long nanoTime() {
        return ackTimes == null ? EntryColumns.NOT_NOTED : ackTimes.now();
    }

    /** Kind, durability and number of cells of the entry in one number, the same for all that are alike in these. */
    public int shape(int entry) {
        return columns(entry).shapes[slot(entry)];
    }

    /** Whether the entry could not be copied, so that it must not be sent. */
    boolean isVoid(int entry) {
        return shape(entry) == EntryShape.VOID;
    }

    public MutationKind kind(int entry) {
        return EntryShape.kind(shape(entry));
    }

    /** {@code MutationProto.Durability} number of a single mutation; those of an atomic entry's parts are in its extras. */
    public int durabilityCode(int entry) {
        return EntryShape.durabilityCode(shape(entry));
    }

    /** Number of cells of a single mutation; 0 for a Delete of a whole row and for an atomic entry. */
    public int cellCount(int entry) {
        return EntryShape.cellCount(shape(entry));
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

    public int length(int entry) {
        return columns(entry).lengths[slot(entry)];
    }

    /** Has the region of each entry looked up when it is appended; before the first stretch. */
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
     * Notes the regions of so many entries, the first ones; returns those that the map does not know. Little to do if the
     * map is the one that they were looked up in when they were appended.
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

    /** The region that the entry's holder has noted last, as a number of the map it used. */
    int region(int entry) {
        return columns(entry).regions[slot(entry)];
    }

    void region(int entry, int region) {
        columns(entry).regions[slot(entry)] = region;
    }

    /** Room for an order of all entries, for one use. */
    Order order() {
        return memory.order();
    }

    byte exposure(int entry) {
        return columns(entry).exposures[slot(entry)];
    }

    void exposure(int entry, byte exposure) {
        columns(entry).exposures[slot(entry)] = exposure;
    }

    /** Where the entry's row starts in {@link #array}; it has {@link #rowLength} bytes. */
    public int rowOffset(int entry) {
        return offset(entry) + Stretch.ROW_DISTANCE;
    }

    public int rowLength(int entry) {
        byte[] array = array(entry);
        int at = offset(entry) + Stretch.ROW_DISTANCE - 2;
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

    public boolean isSettled(int entry) {
        return columns(entry).isSettled(slot(entry));
    }

    /** Takes the entry's receiver out: of several threads that try, one gets it. */
    @Nullable Object takeReceiver(int entry) {
        return columns(entry).takeReceiver(slot(entry));
    }

    /** Has a tracing system follow the batch; before its first stretch. */
    public void followBy(@Nullable BatchTrace follower) {
        trace = follower;
    }

    /** Who follows it, or null, as nearly always. */
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

    /** The bytes a mutation, or all of {@code RowMutations}, takes in a block. */
    public static int lengthOf(Row row) {
        if (row instanceof Mutation mutation) {
            return mutation.size() == 0 ? Stretch.ROW_DISTANCE + mutation.getRow().length : mutation.encodedSize();
        }
        int length = 0;
        for (Mutation part : ((RowMutations) row).getMutations()) {
            length = Math.addExact(length, lengthOf(part));
        }
        return length;
    }

    /** What an entry of this length needs of a batch's memory. */
    public static long accountedBytes(int length) {
        return (long) length + ENTRY_OVERHEAD_BYTES;
    }
}
