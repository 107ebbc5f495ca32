package io.sluice.internal.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a batch notes about a stretch of its entries, one slot an entry. Kept with a block from one use to the next, since
 * arrays that are made anew for each batch were most of what a mutation cost in garbage.
 *
 * <p>Slots are written by the thread that appends the entry, and read by who got the batch afterwards. Only
 * {@link #receivers} are touched by several threads at a time.
 */
final class EntryColumns {
    /** Bytes of the arrays below per slot. */
    static final int BYTES_PER_SLOT = 4 + 4 + 4 + 4 + 1 + 4 + 4 + 4;

    /** Bytes of a future, which is not in a slot but belongs to one. */
    static final int FUTURE_BYTES = 24;

    private static final VarHandle RECEIVER = MethodHandles.arrayElementVarHandle(Object[].class);

    /** The memory of the block the entry lies in. Not cleared: blocks live about as long as these. */
    final byte[][] arrays;

    final int[] offsets;
    final int[] lengths;
    /** Number of cells, kind and durability of an entry in one number, see {@link EntryShape}. */
    final int[] shapes;
    /** What a server may know of the entry, see {@link EntryProgress}. */
    final byte[] exposures;
    /** The region of the entry in the map of the last grouping. Belongs to the entry's holder. */
    final int[] regions;
    /** The entries as the requests of the batch's first dispatch have them; see {@link Order}. */
    final int[] order;
    /** A future or a callback each; null once the entry has settled. */
    private final @Nullable Object[] receivers;
    /** Null until an entry has some: few have. */
    private volatile @Nullable MutationExtras @Nullable [] extras;

    EntryColumns(int slots) {
        arrays = new byte[slots][];
        offsets = new int[slots];
        lengths = new int[slots];
        shapes = new int[slots];
        exposures = new byte[slots];
        regions = new int[slots];
        order = new int[slots];
        receivers = new Object[slots];
    }

    /** Notes what an entry has beside its cells. Every entry must: the slot may hold what an earlier one had. */
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

    /**
     * Copies what is in a slot of others, but for the receiver.
     *
     * @param memory where the entry's bytes go, from the offset on
     * @return how many these are
     */
    int copy(int slot, EntryColumns from, int fromSlot, byte[] memory, int offset) {
        int length = from.lengths[fromSlot];
        System.arraycopy(from.arrays[fromSlot], from.offsets[fromSlot], memory, offset, length);
        arrays[slot] = memory;
        offsets[slot] = offset;
        lengths[slot] = length;
        shapes[slot] = from.shapes[fromSlot];
        exposures[slot] = from.exposures[fromSlot];
        extras(slot, from.extras(fromSlot));
        return length;
    }

    void receiver(int slot, Object receiver) {
        receivers[slot] = receiver;
    }

    boolean isSettled(int slot) {
        return RECEIVER.getVolatile(receivers, slot) == null;
    }

    /** Takes the receiver out: of several threads that try, one gets it. */
    @Nullable Object takeReceiver(int slot) {
        return RECEIVER.getAndSet(receivers, slot, null);
    }
}
