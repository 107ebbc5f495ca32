package io.sluice.simulation;

import io.sluice.Bytes;
import org.jspecify.annotations.Nullable;

/** One mutation that was given to a mutator, and all that is known of it from outside. */
final class Write {
    static final long NOT_A_NUMBER = -1;

    private static final long STAMP = 0x51D0_0000_0000_0000L;
    private static final long STAMP_MASK = 0xFFFF_0000_0000_0000L;

    final long number;
    final SimulatedMutator mutator;
    final int row;
    /** In the block. */
    final int length;

    final int parts;

    final long givenNanos;

    /** The call that gave it, and when that ended, as such a number; 0 while it lasts. */
    final long call;

    long callEnded;

    /** Whether {@code mutate} threw: then nobody may rely on it, and it may be written all the same. */
    boolean threw;

    boolean accepted;
    /** Whether its mutator was perhaps closed before it was given: then its callback is told so later. */
    boolean outside;
    /** When it had left the buffer, at the latest. */
    long leftNanos = -1;

    int timesTold;

    @Nullable Throwable error;

    int requestsInFlight;
    boolean acknowledged;
    boolean refused;
    boolean poisonous;

    long firstApplied = -1;
    long lastApplied = -1;

    Write(long number, SimulatedMutator mutator, int row, int length, int parts, long givenNanos, long call) {
        this.number = number;
        this.mutator = mutator;
        this.row = row;
        this.length = length;
        this.parts = parts;
        this.givenNanos = givenNanos;
        this.call = call;
    }

    /** Stands where there is no mutation. */
    static Write none() {
        return new Write(0, SimulatedMutator.none(), -1, 0, 0, 0, 0);
    }

    boolean isSettled() {
        return timesTold > 0;
    }

    /** Whether it was given before another one: not so for calls of two threads that overlap. */
    boolean isBefore(Write other) {
        return call == other.call ? number < other.number : callEnded > 0 && callEnded < other.call;
    }

    /** The qualifier by which servers and results know a mutation. */
    static byte[] qualifier(long number) {
        return Bytes.toBytes(STAMP | number);
    }

    /** Whether its Puts have the number, and half of their bytes, in an attribute. */
    static boolean hasAttribute(long number) {
        return number % 4 == 0;
    }

    static long numberIn(byte[] array, int offset, int length) {
        if (length != Long.BYTES) {
            return NOT_A_NUMBER;
        }
        long stamped = Bytes.toLong(array, offset);
        return (stamped & STAMP_MASK) == STAMP ? stamped & ~STAMP_MASK : NOT_A_NUMBER;
    }

    @Override
    public String toString() {
        return "mutation " + number + " (row " + row + ", " + length + " bytes) of " + mutator.name();
    }
}
