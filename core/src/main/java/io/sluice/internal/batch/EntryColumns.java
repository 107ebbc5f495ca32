package io.sluice.internal.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
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

    /** Of an entry that did not note when it was accepted. */
    static final long NOT_NOTED = Long.MIN_VALUE;

    /** One entry in so many notes when it was accepted: the clock costs a quarter of a mutation. A power of two. */
    private static final int SAMPLE = 32;

    private static final int SAMPLE_BITS = Integer.numberOfTrailingZeros(SAMPLE);

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

    // Which entries note when they were accepted: those whose slot and salt together are 0 under the mask. As they are
    // here,
    // none. Set by who adds the columns to a batch, before they have an entry. The times take a quarter of a byte per
    // slot,
    // which the budget does not count.
    private int sampleSalt = Integer.MIN_VALUE;
    private int sampleMask = -1;
    private int sampleShift;
    private long[] acceptedNanos = {};

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
     * Says whether entries note when they were accepted. Which of them do is left to chance, so that they stand for all: the
     * first of a batch wait longest.
     */
    void sample(boolean on) {
        sampleSalt = on ? ThreadLocalRandom.current().nextInt(SAMPLE) : Integer.MIN_VALUE;
        sampleMask = on ? SAMPLE - 1 : -1;
        sampleShift = SAMPLE_BITS;
        if (on && acceptedNanos.length == 0) {
            acceptedNanos = new long[shapes.length / SAMPLE + 2];
        }
    }

    int sampleSalt() {
        return sampleSalt;
    }

    int sampleMask() {
        return sampleMask;
    }

    /** Notes when an entry was accepted, for which {@code (slot + sampleSalt) & sampleMask} is 0. */
    void accepted(int slot, long nanos) {
        acceptedNanos[(slot + sampleSalt) >>> sampleShift] = nanos;
    }

    /** When an entry was accepted, or {@link #NOT_NOTED}. */
    long acceptedNanos(int slot) {
        int salted = slot + sampleSalt;
        return (salted & sampleMask) == 0 ? acceptedNanos[salted >>> sampleShift] : NOT_NOTED;
    }

    private void keepAccepted(int slot, long nanos) {
        if (nanos == NOT_NOTED) {
            return;
        }
        if (acceptedNanos.length == 0) {
            sampleSalt = 0;
            sampleMask = 0;
            sampleShift = 0;
            acceptedNanos = new long[shapes.length];
            Arrays.fill(acceptedNanos, NOT_NOTED);
        }
        accepted(slot, nanos);
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
        keepAccepted(slot, from.acceptedNanos(fromSlot));
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
