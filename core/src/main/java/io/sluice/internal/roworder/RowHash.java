package io.sluice.internal.roworder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash of 64 bits for a row. Rows with the same hash are treated as the same row only to decide on waiting, so a collision
 * costs time, not data; the seed is random, so that rows cannot be made to collide on purpose.
 */
public final class RowHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SEED = ThreadLocalRandom.current().nextLong();
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private RowHash() {}

    /** The hash of a row. */
    public static long of(byte[] row) {
        return of(row, 0, row.length);
    }

    /** The hash of the row of this length at an offset. */
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
