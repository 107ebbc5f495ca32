package io.sluice.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A short stack of free blocks that a few threads share. Its fields belong to the thread inside, between {@link #enter()}
 * and {@link #leave()}, a few instructions that cannot fail. No thread waits to get in: if one is inside, perhaps
 * descheduled there, others go elsewhere.
 *
 * <p>A stack, since the block that came back last is the one that is still in the processor's cache.
 */
class Stripe {
    private static final VarHandle OCCUPIED;

    static {
        try {
            OCCUPIED = MethodHandles.lookup().findVarHandle(Stripe.class, "occupied", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Places behind the stack that stay empty, so that stacks of two stripes never share a cache line. */
    private static final int SPACE = 32;

    @SuppressWarnings("UnusedVariable") // by OCCUPIED
    private volatile int occupied;

    private final int places;
    private final @Nullable Block[] stack;
    private int size;
    private int leastSize;
    private int balance;

    Stripe(int places) {
        this.places = places;
        stack = new Block[places + SPACE];
    }

    /** Whether the calling thread is now inside. It sees everything done before the last {@link #leave()}. */
    final boolean enter() {
        // Checked before, since a failing exchange takes the cache line away from the thread inside.
        return (int) OCCUPIED.getOpaque(this) == 0 && OCCUPIED.compareAndSet(this, 0, 1);
    }

    final void leave() {
        OCCUPIED.setRelease(this, 0);
    }

    /** Takes the block that came last, or null. From inside. */
    final @Nullable Block pop() {
        if (size == 0) {
            return null;
        }
        int top = --size;
        Block block = stack[top];
        stack[top] = null;
        if (top < leastSize) {
            leastSize = top;
        }
        return block;
    }

    /** Puts a block on top; false if the stack is full. From inside. */
    final boolean push(Block block) {
        if (size == places) {
            return false;
        }
        stack[size++] = block;
        return true;
    }

    /** Counts blocks given out, or taken back if negative. From inside. */
    final void count(int given) {
        balance += given;
    }

    /**
     * Drops the blocks at the bottom that were not needed since the last call. From inside.
     *
     * @return how many
     */
    final int trim() {
        int unneeded = leastSize;
        System.arraycopy(stack, unneeded, stack, 0, size - unneeded);
        Arrays.fill(stack, size - unneeded, size, null);
        size -= unneeded;
        leastSize = size;
        return unneeded;
    }

    /**
     * Blocks in the stack, for any thread. Read from outside on purpose: the volatile read before it makes it as new as the
     * last {@link #leave()}, hence exact if no thread is inside, and a hint otherwise.
     */
    final int size() {
        int unused = occupied;
        return size;
    }

    /** Whether the stack has space, read like {@link #size()}. */
    final boolean hasPlace() {
        return size() < places;
    }

    /** The sum of what was counted, read like {@link #size()}. */
    final int balance() {
        int unused = occupied;
        return balance;
    }

    /** Keeps the fields of two stripes more than a pair of cache lines apart; subclass fields come last in memory. */
    @SuppressWarnings("UnusedVariable")
    static final class Padded extends Stripe {
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        Padded(int places) {
            super(places);
        }
    }
}
