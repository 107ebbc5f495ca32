package io.sluice.internal.batch;

import io.sluice.internal.locate.RegionMap;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The columns of some entries of a batch, one slot for each. Kept with a block from one use to the next, since arrays made
 * anew for each batch were most of the garbage of a mutation.
 *
 * <p>Slots are written by the thread that appends the entry, and read by the threads that receive the batch afterwards. Only
 * {@link #receivers} are accessed by several threads at a time.
 */
final class EntryColumns {
    /** Bytes of the arrays below per slot. */
    static final int BYTES_PER_SLOT = 4 + 4 + 4 + 4 + 1 + 4 + 4 + 4;

    /** Bytes of a future, which is not in a slot but belongs to one. */
    static final int FUTURE_BYTES = 24;

    // What a server may know of an entry.
    static final byte NEVER_SENT = 0;
    static final byte IN_FLIGHT = 1;
    static final byte MAYBE_APPLIED = 2;

    private static final VarHandle RECEIVER = MethodHandles.arrayElementVarHandle(Object[].class);

    /**
     * The block that the entry lies in, as a number of the batch: a reference would cost the collector's barrier. Written
     * when the entry's segment is sealed, since it is the same for all of one.
     */
    final int[] blocks;

    final int[] offsets;
    final int[] lengths;
    /** Number of cells, kind and durability of an entry in one number, see {@link MutationKind}. */
    final int[] shapes;
    /** What a server may know of the entry: {@link #NEVER_SENT}, {@link #IN_FLIGHT} or {@link #MAYBE_APPLIED}. */
    final byte[] exposures;
    /** The region of the entry in the map that was asked last. Belongs to the entry's holder. */
    final int[] regions;
    /** The entries as the requests of the batch's first dispatch have them; see {@link Order}. */
    final int[] order;
    /**
     * A future or a callback each; null once the entry has settled. For futures the array is new for each use: storing a
     * young object in an old one costs a fence, and costs the collector's threads as much as copying the entry.
     */
    @Nullable Object[] receivers = {};

    /** Whether the first entry of the last use had a future: usually so did the others, and so will the next. */
    private boolean hadFutures;

    /** Null until an entry has extras: few have. */
    private volatile @Nullable MutationExtras @Nullable [] extras;

    /**
     * When entries were accepted. Each element is for {@code 1 << acceptedShift} neighbouring slots, of which at most one is
     * timed; see {@link Batch#isTimed}. The budget does not count them: a quarter of a byte per slot, 8 in compacted memory.
     */
    private long[] acceptedNanos = {};

    private int acceptedShift;

    EntryColumns(int slots) {
        blocks = new int[slots];
        offsets = new int[slots];
        lengths = new int[slots];
        shapes = new int[slots];
        exposures = new byte[slots];
        regions = new int[slots];
        order = new int[slots];
    }

    int slots() {
        return lengths.length;
    }

    /** For a power of two of slots. */
    int slotMask() {
        return lengths.length - 1;
    }

    /**
     * Begins another use; to be called before anything else is done with its first entry.
     *
     * @param entries how many there will be at most
     */
    void begin(int entries) {
        if (hadFutures || receivers.length < entries) {
            receivers = new Object[entries];
        }
        Arrays.fill(exposures, 0, entries, NEVER_SENT);
    }

    /** Makes space for the times of one slot in {@code 1 << shift} neighbouring ones. */
    void time(int shift) {
        acceptedShift = shift;
        int times = ((slots() - 1) >>> shift) + 1;
        if (acceptedNanos.length < times) {
            acceptedNanos = new long[times];
        }
    }

    /** Stores the extras of an entry. Must be called for every entry: the slot may hold those of an earlier one. */
    void extras(int slot, MutationExtras more) {
        @Nullable MutationExtras[] some = extras;
        if (some != null) {
            some[slot] = more;
        } else if (!more.isNone()) {
            newExtras()[slot] = more;
        }
    }

    private synchronized @Nullable MutationExtras[] newExtras() {
        @Nullable MutationExtras[] some = extras;
        if (some == null) {
            some = new MutationExtras[shapes.length];
            extras = some;
        }
        return some;
    }

    MutationExtras extras(int slot) {
        @Nullable MutationExtras[] some = extras;
        MutationExtras more = some == null ? null : some[slot];
        return more == null ? MutationExtras.NONE : more;
    }

    /** Records when an entry was accepted. */
    void accepted(int slot, long nanos) {
        acceptedNanos[slot >>> acceptedShift] = nanos;
    }

    long acceptedNanos(int slot) {
        return acceptedNanos[slot >>> acceptedShift];
    }

    /**
     * Stores the regions of the entries in some slots.
     *
     * @param to behind the last
     * @param arrays the memory of the batch's blocks
     */
    void locate(int from, int to, byte[][] arrays, RegionMap map) {
        for (int slot = from; slot < to; slot++) {
            regions[slot] = locateOne(slot, arrays[blocks[slot]], map);
        }
    }

    /** How many of the entries in some slots have no region stored. */
    int missing(int from, int to) {
        int missing = 0;
        for (int slot = from; slot < to; slot++) {
            missing += regions[slot] >>> (Integer.SIZE - 1);
        }
        return missing;
    }

    /** Looks the region of an entry up, which lies in this array; see {@link RegionMap#find}. */
    int locateOne(int slot, byte[] array, RegionMap map) {
        int row = offsets[slot] + BatchSegment.ROW_DISTANCE;
        int length = ((array[row - 2] & 0xff) << 8) | (array[row - 1] & 0xff);
        return map.find(array, row, length);
    }

    /**
     * Copies a slot of other columns, except for the receiver and the time; the bytes have been copied to this offset of
     * block 0.
     */
    void copy(int slot, EntryColumns from, int fromSlot, int offset) {
        blocks[slot] = 0;
        offsets[slot] = offset;
        lengths[slot] = from.lengths[fromSlot];
        shapes[slot] = from.shapes[fromSlot];
        exposures[slot] = from.exposures[fromSlot];
        extras(slot, from.extras(fromSlot));
    }

    /** Makes a slot stand for entries that have settled. */
    void settled(int slot) {
        blocks[slot] = 0;
        offsets[slot] = 0;
        lengths[slot] = 0;
        shapes[slot] = MutationKind.VOID;
        regions[slot] = RegionGrouper.NOT_SENT;
        receivers[slot] = null;
    }

    /** Stores what kind of receiver there is, for the next use. */
    void noteFutures(int slot) {
        if (slot == 0) {
            hadFutures = receivers[0] instanceof CompletableFuture;
        }
    }

    /** Null if the entry has settled. */
    @Nullable Object receiver(int slot) {
        return RECEIVER.getVolatile(receivers, slot);
    }

    boolean isSettled(int slot) {
        return receiver(slot) == null;
    }

    /** Takes the receiver: if several threads try, only one gets it. */
    @Nullable Object takeReceiver(int slot) {
        return RECEIVER.getAndSet(receivers, slot, null);
    }
}
