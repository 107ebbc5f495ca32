package io.sluice.bench.writer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The row keys: 16 bytes, all different, spread evenly over the regions of the table. */
public final class Rows {
    /** Regions of the table. */
    public static final int REGIONS = 16;

    /** Size of a row. */
    static final int ROW_BYTES = 16;

    private static final int FIRST_BYTES = 256;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Rows() {}

    /** The start keys of all regions but the first. */
    public static List<byte[]> splitKeys() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 1; i < REGIONS; i++) {
            keys.add(new byte[] {(byte) (i * FIRST_BYTES / REGIONS)});
        }
        return keys;
    }

    /** A new array with the row for a number: the mixed number, then the number. */
    public static byte[] row(long number) {
        byte[] row = new byte[ROW_BYTES];
        LONGS.set(row, 0, mixed(number));
        LONGS.set(row, Long.BYTES, number);
        return row;
    }

    /** Mixes the bits of a number: each one affects about half of the result's bits (the finalizer of SplitMix64). */
    private static long mixed(long number) {
        long z = (number + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    static byte[] value(int bytes) {
        byte[] value = new byte[bytes];
        Arrays.fill(value, (byte) 'v');
        return value;
    }
}
