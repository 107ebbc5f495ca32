package io.sluice.internal.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a pool and their permits: each {@link Slot} has one number, which says whether it may be leased,
 * how many leases it has and how many it ever had. Acquire and release are one CAS on it, so threads that use different
 * connections do not contend, and nothing is allocated.
 *
 * <pre>
 *   open, n leases --close()--> draining, n leases --last free()--> drained --its connection has ended--> removed
 * </pre>
 */
final class Slots<C extends PooledConnection> {
    private final int calls;
    private final AtomicReferenceArray<@Nullable Slot<C>> slots;
    private final Consumer<Slot<C>> drained;

    /** No place from here on has ever had a slot. */
    private volatile int end;

    /** Leases of the slots that have been removed. Guarded by the lock under which they are. */
    private long usesOfGone;

    private final ThreadAffinity affinity;

    /** @param drained is given each closed slot whose last lease was released */
    Slots(PoolSettings.Size size, Consumer<Slot<C>> drained) {
        calls = size.callsPerConnection();
        this.drained = drained;
        affinity = new ThreadAffinity(size.max());
        slots = new AtomicReferenceArray<>(size.max());
    }

    ThreadAffinity affinity() {
        return affinity;
    }

    /** Takes a permit: any one if each connection has only one, else one of the connection with the fewest leases. */
    @Nullable Slot<C> take() {
        return calls == 1 ? takeAny() : takeLeastLoaded();
    }

    private @Nullable Slot<C> takeAny() {
        int cell = affinity.cell();
        int index = affinity.slot(cell);
        Slot<C> slot = tryTake(index);
        return slot == null ? search(cell, index) : slot;
    }

    /** Takes the only lease of an open connection. */
    private @Nullable Slot<C> tryTake(int index) {
        Slot<C> slot = slots.get(index);
        if (slot == null || !slot.tryLeaseIdle()) {
            return null;
        }
        if (slot.connection().isOpen()) {
            return slot;
        }
        free(slot);
        return null;
    }

    private @Nullable Slot<C> search(int cell, int first) {
        int count = end;
        int index = first;
        for (int left = count; left > 0; left--) {
            index = index + 1 >= count ? 0 : index + 1;
            Slot<C> slot = tryTake(index);
            if (slot != null) {
                affinity.remember(cell, index);
                return slot;
            }
        }
        return null;
    }

    private @Nullable Slot<C> takeLeastLoaded() {
        while (true) {
            Slot<C> best = null;
            long bestState = 0;
            long bestLoad = Long.MAX_VALUE;
            int count = end;
            for (int index = 0; index < count; index++) {
                Slot<C> slot = slots.get(index);
                if (slot != null) {
                    long state = slot.state();
                    long load = load(slot, state);
                    if (load < bestLoad) {
                        best = slot;
                        bestState = state;
                        bestLoad = load;
                    }
                }
            }
            // Fails only if another thread acquired or released a lease of it in the meantime.
            if (best == null || best.tryLease(bestState)) {
                return best;
            }
        }
    }

    /** A saturated connection comes after all others; one that is gone or has no free permit cannot be leased. */
    private long load(Slot<C> slot, long state) {
        if (!Slot.isFree(state, calls) || !slot.connection().isOpen()) {
            return Long.MAX_VALUE;
        }
        return Slot.leases(state) + (slot.connection().isSaturated() ? calls : 0);
    }

    void free(Slot<C> slot) {
        if (slot.endLease()) {
            drained.accept(slot);
        }
    }

    /** Whether a permit is free now. */
    boolean hasFree() {
        for (int index = end - 1; index >= 0; index--) {
            Slot<C> slot = slots.get(index);
            if (slot != null && Slot.isFree(slot.state(), calls)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Adds a slot, which may be leased from now on unless it is closed. Must be called under one lock, while fewer than the
     * maximum are there.
     */
    void add(Slot<C> slot) {
        int index = 0;
        while (slots.get(index) != null) {
            index++;
        }
        slots.set(index, slot);
        end = Math.max(end, index + 1);
    }

    /** Removes a drained slot. Must be called once for each, under the same lock. */
    void remove(Slot<C> slot) {
        usesOfGone += slot.uses();
        int index = 0;
        while (slots.get(index) != slot) {
            index++;
        }
        slots.set(index, null);
    }

    /** Leases that all connections ever had. Must be called under the same lock. */
    long uses() {
        return usesOfGone + all().stream().mapToLong(Slot::uses).sum();
    }

    /** The slots that have not been removed, open ones and closed ones. */
    List<Slot<C>> all() {
        List<Slot<C>> all = new ArrayList<>();
        for (int index = 0; index < end; index++) {
            Slot<C> slot = slots.get(index);
            if (slot != null) {
                all.add(slot);
            }
        }
        return all;
    }

    /** Unused fields that keep the fields of a subclass, which come last, two cache lines away from what lies before them. */
    @SuppressWarnings("UnusedVariable")
    private abstract static class Padding {
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
    }

    /**
     * An open connection of a pool, with its permits in one number. It is also the lease of all its users, so acquiring
     * allocates nothing.
     */
    static final class Slot<C extends PooledConnection> extends Padding implements Lease<C> {
        // Leases in bits 0 to 15, then the open bit, above it the uses, which may overflow at the top.
        private static final long LEASES = 0xffff;
        private static final long OPEN = 1 << 16;
        private static final int USES_SHIFT = 17;
        private static final long USE = 1L << USES_SHIFT;

        private static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup().findVarHandle(Slot.class, "state", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private volatile long state = OPEN;

        private final C connection;
        /** Number of the event loop that it was opened on. */
        final int loop;
        /** End of its lifetime; meaningless without a maximum lifetime. */
        final long expiresAtNanos;

        private final Consumer<Slot<C>> releaser;
        /** Returned by an acquire that does not have to wait. */
        final CompletableFuture<Lease<C>> lease = CompletableFuture.completedFuture(this);

        // Only HouseKeeper reads and writes these, in ticks on several threads; overlapping ticks do no harm.
        volatile long usesSeen = -1;
        volatile long idleSinceNanos;
        volatile long checkedAtNanos;

        /** Keeps what lies behind it in memory away from the permits. */
        @SuppressWarnings("UnusedVariable")
        private long p00, p01, p02, p03, p04, p05, p06, p07;

        Slot(C connection, int loop, long openedAtNanos, long expiresAtNanos, Consumer<Slot<C>> releaser) {
            this.connection = connection;
            this.loop = loop;
            this.expiresAtNanos = expiresAtNanos;
            this.releaser = releaser;
            idleSinceNanos = openedAtNanos;
            checkedAtNanos = openedAtNanos;
        }

        @Override
        public C connection() {
            return connection;
        }

        @Override
        public void release() {
            releaser.accept(this);
        }

        private boolean change(long expected, long wanted) {
            return STATE.compareAndSet(this, expected, wanted);
        }

        /** For {@link #tryLease}, {@link #isFree} and {@link #leases(long)}. */
        long state() {
            return state;
        }

        /** Whether it is open and has fewer leases than it may have. */
        static boolean isFree(long state, int calls) {
            return (state & OPEN) != 0 && leases(state) < calls;
        }

        static int leases(long state) {
            return (int) (state & LEASES);
        }

        int leases() {
            return leases(state);
        }

        /** How many leases it ever had. */
        long uses() {
            return state >>> USES_SHIFT;
        }

        boolean isClosed() {
            return (state & OPEN) == 0;
        }

        /** Takes a lease if the state, in which one was free, has not changed. */
        boolean tryLease(long expected) {
            return change(expected, expected + USE + 1);
        }

        /** Takes a lease if it is open and has none, to have the connection exclusively. */
        boolean tryLeaseIdle() {
            long now = state;
            return (now & (OPEN | LEASES)) == OPEN && tryLease(now);
        }

        /** Gives a lease back. Returns whether it was the last one of a closed slot. */
        boolean endLease() {
            while (true) {
                long now = state;
                if ((now & LEASES) == 0) {
                    throw new IllegalStateException("a lease of " + this + " was released twice");
                }
                if (change(now, now - 1)) {
                    return (now & (OPEN | LEASES)) == 1;
                }
            }
        }

        /** Gives out no more leases. Returns whether it has none left. Must be called once. */
        boolean close() {
            long now = state;
            while (!change(now, now & ~OPEN)) {
                now = state;
            }
            return (now & LEASES) == 0;
        }

        @Override
        public String toString() {
            return connection.toString();
        }
    }
}
