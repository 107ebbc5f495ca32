package io.sluice.bench.chaos;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * The values of the mutations: most have 10 to 100 bytes, some up to {@value #MOST_BYTES}. Size and content are derived
 * from the seed, the writer and the number, so nothing is kept. Values above {@value #LARGE_BYTES} bytes are so rare
 * that they total about {@value #ALL_LARGE_BYTES} bytes, however long the run is.
 */
final class ChaosValues {
    /** Half of what client and server accept by default ({@code hbase.client.keyvalue.maxsize}, 10 MiB). */
    static final int MOST_BYTES = 5_000_000;

    static final int FEWEST_BYTES = 10;

    private static final int LARGE_BYTES = 64_000;
    private static final long ALL_LARGE_BYTES = 1_000_000_000;
    /** A size whose logarithm is evenly distributed from {@link #LARGE_BYTES} to {@link #MOST_BYTES}. */
    private static final long MEAN_LARGE_BYTES = 1_130_000;

    private static final double MOST_LARGE = 0.001;
    private static final double MIDDLE = 0.01;
    private static final double SMALL = 0.1;
    private static final int SMALL_BYTES = 100;
    private static final int MIDDLE_BYTES = 2_000;

    private final long seed;
    private final double large;

    /** @param mutations approximate number of mutations */
    ChaosValues(long seed, long mutations) {
        this.seed = seed;
        large = Math.min(MOST_LARGE, (double) ALL_LARGE_BYTES / MEAN_LARGE_BYTES / mutations);
    }

    private SplittableRandom random(int writer, int number) {
        return new SplittableRandom(seed ^ ((long) writer << Integer.SIZE | number) * 0x9E3779B97F4A7C15L);
    }

    /** The value of a writer's mutation; a new array. */
    byte[] of(int writer, int number) {
        SplittableRandom random = random(writer, number);
        byte[] value = new byte[size(random)];
        random.nextBytes(value);
        return ByteBuffer.wrap(value).putInt(0, number).array();
    }

    /** The number of the mutation that wrote a value; an arbitrary number if no writer did. */
    static int number(byte[] value) {
        return value.length < FEWEST_BYTES ? -1 : ByteBuffer.wrap(value).getInt();
    }

    private int size(SplittableRandom random) {
        double kind = random.nextDouble();
        if (kind < large) {
            return between(random, LARGE_BYTES, MOST_BYTES);
        }
        if (kind < MIDDLE) {
            return between(random, MIDDLE_BYTES, LARGE_BYTES);
        }
        return kind < SMALL ? between(random, SMALL_BYTES, MIDDLE_BYTES) : between(random, FEWEST_BYTES, SMALL_BYTES);
    }

    private static int between(SplittableRandom random, int least, int most) {
        return (int) Math.min(most, least * Math.pow((double) most / least, random.nextDouble()));
    }
}
