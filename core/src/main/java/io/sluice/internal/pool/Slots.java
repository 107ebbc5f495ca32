package io.sluice.internal.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The permits of a pool: each slot for a connection has one number, which says whether it may be leased, how many leases it
 * has and how many it ever had. Acquire and release are one CAS on it, so threads that use different connections do not
 * contend, and nothing is allocated.
 *
 * <pre>
 *   vacant --open()--> open, n leases --close()--> draining, n leases --last free()--> vacant
 * </pre>
 */
final class Slots<C extends PooledConnection> {
    // Layout of a state: leases in bits 0 to 15, then the open bit, above it the uses, which may overflow at the top.
    private static final long LEASES = 0xffff;
    private static final long OPEN = 1 << 16;
    private static final int USES_SHIFT = 17;
    private static final long USE = 1L << USES_SHIFT;

    private final int max;
    private final int calls;
    private final Slot<C>[] slots;
    private final Consumer<Entry<C>> drained;

    /** No slot from here on has ever been open. */
    private volatile int end;

    private final ThreadAffinity affinity;

    /** @param drained is given each closed entry whose last lease was released; its slot is vacant then */
    Slots(PoolSettings.Size size, Consumer<Entry<C>> drained) {
        max = size.max();
        calls = size.callsPerConnection();
        this.drained = drained;
        affinity = new ThreadAffinity(max);
        slots = slots(max);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of a generic type.
    private static <C extends PooledConnection> Slot<C>[] slots(int count) {
        Slot<C>[] slots = new Slot[count];
        Arrays.setAll(slots, PaddedSlot::new);
        return slots;
    }

    ThreadAffinity affinity() {
        return affinity;
    }

    /** Takes a permit: any one if each connection has only one, else one of the connection with the fewest leases. */
    @Nullable Entry<C> take() {
        return calls == 1 ? takeAny() : takeLeastLoaded();
    }

    private @Nullable Entry<C> takeAny() {
        int cell = affinity.cell();
        int index = affinity.slot(cell);
        Entry<C> entry = tryTake(slots[index]);
        return entry == null ? search(cell, index) : entry;
    }

    /** Takes the only lease of an open connection. */
    private @Nullable Entry<C> tryTake(Slot<C> slot) {
        long state = slot.state;
        if ((state & (OPEN | LEASES)) != OPEN || !slot.change(state, state + USE + 1)) {
            return null;
        }
        Entry<C> entry = leased(slot);
        if (entry.connection().isOpen()) {
            return entry;
        }
        free(entry);
        return null;
    }

    private @Nullable Entry<C> search(int cell, int first) {
        int count = end;
        int index = first;
        for (int left = count; left > 0; left--) {
            index = index + 1 >= count ? 0 : index + 1;
            Entry<C> entry = tryTake(slots[index]);
            if (entry != null) {
                affinity.remember(cell, index);
                return entry;
            }
        }
        return null;
    }

    private @Nullable Entry<C> takeLeastLoaded() {
        while (true) {
            int best = -1;
            long bestState = 0;
            long bestLoad = Long.MAX_VALUE;
            int count = end;
            for (int index = 0; index < count; index++) {
                long state = slots[index].state;
                if (isFree(state)) {
                    long load = load(index, state);
                    if (load < bestLoad) {
                        best = index;
                        bestState = state;
                        bestLoad = load;
                    }
                }
            }
            if (best < 0) {
                return null;
            }
            // Fails only if another thread acquired or released a lease of it in the meantime.
            if (slots[best].change(bestState, bestState + USE + 1)) {
                return leased(slots[best]);
            }
        }
    }

    /** A saturated connection comes after all others; one that is gone cannot be leased. */
    private long load(int index, long state) {
        Entry<C> entry = slots[index].entry;
        if (entry == null || !entry.connection().isOpen()) {
            return Long.MAX_VALUE;
        }
        return (state & LEASES) + (entry.connection().isSaturated() ? calls : 0);
    }

    /** The entry of a slot of which the caller holds a lease. */
    private Entry<C> leased(Slot<C> slot) {
        Entry<C> entry = slot.entry;
        if (entry == null) {
            throw new IllegalStateException("a vacant slot is leased");
        }
        return entry;
    }

    void free(Entry<C> entry) {
        Slot<C> slot = entry.slot;
        while (true) {
            long state = slot.state;
            if ((state & LEASES) == 0 || slot.entry != entry) {
                throw new IllegalStateException("a lease of " + entry + " was released twice");
            }
            if (slot.change(state, state - 1)) {
                if ((state & (OPEN | LEASES)) == 1) {
                    vacate(entry);
                }
                return;
            }
        }
    }

    /** Takes a lease if the connection has none, to have it exclusively. */
    boolean tryTakeIdle(Entry<C> entry) {
        Slot<C> slot = entry.slot;
        long state = slot.state;
        return slot.entry == entry && (state & (OPEN | LEASES)) == OPEN && slot.change(state, state + USE + 1);
    }

    /** Whether a permit is free now. */
    boolean hasFree() {
        for (int index = end - 1; index >= 0; index--) {
            if (isFree(slots[index].state)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFree(long state) {
        return (state & OPEN) != 0 && (state & LEASES) < calls;
    }

    /** A slot, for the entry that will be put into it. */
    Slot<C> slot(int index) {
        return slots[index];
    }

    /** Puts an entry into its vacant slot. Must be called under one lock. */
    void open(Entry<C> entry) {
        entry.slot.entry = entry;
        long unused = (long) Slot.STATE.getAndAdd(entry.slot, OPEN);
        if (entry.slot.index >= end) {
            end = entry.slot.index + 1;
        }
    }

    /** Stops leasing an open entry; the release of its last lease vacates its slot. */
    void close(Entry<C> entry) {
        Slot<C> slot = entry.slot;
        long state = slot.state;
        while (!slot.change(state, state & ~OPEN)) {
            state = slot.state;
        }
        if ((state & LEASES) == 0) {
            vacate(entry);
        }
    }

    private void vacate(Entry<C> entry) {
        entry.slot.entry = null;
        drained.accept(entry);
    }

    /** Number of slots, including vacant ones. */
    int max() {
        return max;
    }

    /** The entry in a slot, open or draining. */
    @Nullable Entry<C> entry(int index) {
        return slots[index].entry;
    }

    /** Gives each entry, open or draining, to a task. */
    void forEach(Consumer<Entry<C>> task) {
        for (Slot<C> slot : slots) {
            Entry<C> entry = slot.entry;
            if (entry != null) {
                task.accept(entry);
            }
        }
    }

    int leases(int index) {
        return (int) (slots[index].state & LEASES);
    }

    /** Leases that a slot ever had, over all its connections. */
    long uses(int index) {
        return slots[index].state >>> USES_SHIFT;
    }

    /** Unused fields that keep the fields of a subclass, which come last, two cache lines away from what lies before them. */
    @SuppressWarnings("UnusedVariable")
    private abstract static class Padding {
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
    }

    /**
     * The slot of one connection: its permits in one number, and the entry in it. An object rather than an array element:
     * the length of an array, which each access reads, lies beside its first elements, so their user would take that cache
     * line from all others.
     */
    static class Slot<C extends PooledConnection> extends Padding {
        private static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup().findVarHandle(Slot.class, "state", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        final int index;
        private volatile long state;
        /** Open or draining. Changes only while the slot is vacant, or for it to become so. */
        private volatile @Nullable Entry<C> entry;

        private Slot(int index) {
            this.index = index;
        }

        private boolean change(long expected, long wanted) {
            return STATE.compareAndSet(this, expected, wanted);
        }
    }

    /** Also keeps away what lies behind it in memory. */
    @SuppressWarnings("UnusedVariable")
    private static final class PaddedSlot<C extends PooledConnection> extends Slot<C> {
        private long p00, p01, p02, p03, p04, p05, p06, p07;

        private PaddedSlot(int index) {
            super(index);
        }
    }
}
