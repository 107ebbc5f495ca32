package io.sluice.internal.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A place of a connection: its permits in one number, whose layout {@link Slots} knows, and who is in it. An object rather
 * than an element of an array: the length of an array, which each access reads, is beside its first elements, so whoever
 * used these would take that cache line from all others.
 */
class Slot<C extends PooledConnection> extends Gap {
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Slot.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long state;
    private volatile @Nullable Entry<C> entry;

    final long state() {
        return state;
    }

    /** Replaces the state if it is as expected. */
    final boolean change(long expected, long wanted) {
        return STATE.compareAndSet(this, expected, wanted);
    }

    /** Adds to the state, whatever it is. */
    final void add(long delta) {
        long unused = (long) STATE.getAndAdd(this, delta);
    }

    /** Who is here, open or draining. */
    final @Nullable Entry<C> entry() {
        return entry;
    }

    /** Only while the place is vacant, or for it to become so. */
    final void setEntry(@Nullable Entry<C> other) {
        entry = other;
    }

    /** Keeps what lies behind in memory away as well. */
    @SuppressWarnings("UnusedVariable")
    static final class Padded<C extends PooledConnection> extends Slot<C> {
        private long p00, p01, p02, p03, p04, p05, p06, p07;
    }
}
