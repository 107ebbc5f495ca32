package io.sluice.internal.roworder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A number of 64 bits for a row. Rows with the same number are taken for one where only waiting is at stake, so a
 * collision costs time, not data; the seed is drawn at random, so that nobody can write rows that collide on purpose.
 */
public final class RowHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SEED = ThreadLocalRandom.current().nextLong();
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private RowHash() {}

    /** The number of the row of so many bytes at a place. */
    public static long of(byte[] array, int offset, int length) {
        long hash = SEED + length;
        int at = offset;
        int end = offset + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = mix(hash ^ (long) LONGS.get(array, at));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << Byte.SIZE | (array[at] & 0xff);
        }
        return mix(hash ^ rest);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * MULTIPLIER;
        return mixed ^ mixed >>> 29;
    }
}
