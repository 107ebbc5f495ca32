package io.sluice.client.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a reader of bytes from the network with real messages and with messages that are damaged by chance. The reader
 * must end by returning or by an {@link IOException}, soon, and must not allocate more than some times what it was given.
 *
 * <p>How many inputs: the system property {@code sluice.fuzz.inputs}, else some in every build. The seed is in the text of
 * a failure, with the input.
 */
public final class Fuzzer {
    /** The tag of tests that the profile {@code thorough} makes longer. */
    public static final String LONG_FORM = "long-form";

    private static final int DEFAULT_INPUTS = 20_000;
    private static final long SEED = Long.getLong("sluice.fuzz.seed", 20_261_121);
    /** Of one input. Whoever hangs does not come back at all; the rest is for a busy machine. */
    private static final long HANG_SECONDS = 30;

    private static final long FIXED_BYTES = 256 << 10;
    /** An exception with its trace may be made of some ten bytes. */
    private static final long BYTES_PER_BYTE = 2_000;

    private static final int[] EDGES = {0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x12, 0x1A};
    private static final int[] INTS = {-1, 0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1 << 30, 1 << 20, 0xFFFF};

    private final List<byte[]> corpus;
    private final Random random = new Random(SEED);
    private final AtomicLong done = new AtomicLong();
    private volatile byte[] input = {};

    /** Reads an input. */
    @FunctionalInterface
    public interface Reader {
        /** @throws IOException if the input is malformed */
        void read(byte[] input) throws IOException;
    }

    /**
     * What came out.
     *
     * @param refused inputs that ended in an {@link IOException}
     * @param mostBytes allocated for one input
     */
    public record Report(long inputs, long refused, long mostBytes, long millis) {}

    private Fuzzer(List<byte[]> corpus) {
        this.corpus = corpus;
    }

    /** How many inputs each reader gets. */
    public static long inputs() {
        return Long.getLong("sluice.fuzz.inputs", DEFAULT_INPUTS);
    }

    /**
     * Runs and fails at the first input that is not read as it should be.
     *
     * @param corpus messages as they really are, which must be read without an error
     */
    public static Report run(String name, List<byte[]> corpus, Reader reader) throws Exception {
        for (byte[] message : corpus) {
            // A message that is refused whole would make all inputs the same.
            reader.read(message);
        }
        Fuzzer fuzzer = new Fuzzer(corpus);
        CompletableFuture<Report> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> fuzzer.loop(reader, result), "fuzz-" + name);
        thread.setDaemon(true);
        thread.start();
        Report report = fuzzer.await(result);
        System.out.println("fuzz " + name + ", seed " + SEED + ": " + report);
        assertThat(report.refused()).as("inputs refused").isPositive();
        assertThat(report.refused()).as("inputs refused").isLessThan(report.inputs());
        return report;
    }

    private Report await(CompletableFuture<Report> result) throws InterruptedException, ExecutionException {
        while (true) {
            long before = done.get();
            try {
                return result.get(HANG_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                assertThat(done.get()).as("no progress: " + describe()).isGreaterThan(before);
            }
        }
    }

    private String describe() {
        return "seed " + SEED + ", input " + done + ": " + HexFormat.of().formatHex(input);
    }

    private void loop(Reader reader, CompletableFuture<Report> result) {
        try {
            result.complete(run(reader));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(new AssertionError(describe(), e));
        }
    }

    private Report run(Reader reader) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long inputs = inputs();
        long refused = 0;
        long most = 0;
        long begin = System.nanoTime();
        for (long i = 0; i < inputs; i++) {
            input = next();
            long before = threads.getCurrentThreadAllocatedBytes();
            try {
                reader.read(input);
            } catch (IOException e) {
                refused++;
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            most = Math.max(most, allocated);
            if (allocated > FIXED_BYTES + BYTES_PER_BYTE * input.length) {
                throw new IllegalStateException(allocated + " bytes allocated for " + input.length);
            }
            done.lazySet(i);
        }
        return new Report(inputs, refused, most, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
    }

    private byte[] next() {
        byte[] bytes = corpus.get(random.nextInt(corpus.size())).clone();
        int damages = 1 + random.nextInt(4);
        for (int i = 0; i < damages; i++) {
            bytes = damage(bytes);
        }
        return bytes;
    }

    private byte[] damage(byte[] bytes) {
        if (bytes.length == 0) {
            return new byte[] {(byte) random.nextInt()};
        }
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(9)) {
            case 0 -> with(bytes, at, bytes[at] ^ 1 << random.nextInt(8));
            case 1 -> with(bytes, at, EDGES[random.nextInt(EDGES.length)]);
            case 2 -> with(bytes, at, random.nextInt());
            case 3 -> Arrays.copyOf(bytes, at);
            case 4 -> replaced(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)), null);
            case 5 -> replaced(bytes, at, at, some());
            case 6 -> {
                int end = at + random.nextInt(Math.min(64, bytes.length - at) + 1);
                yield replaced(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
            }
            case 7 -> edgeInt(bytes, at);
            default -> {
                byte[] other = corpus.get(random.nextInt(corpus.size()));
                yield other.length == 0
                        ? bytes
                        : replaced(
                                bytes,
                                at,
                                bytes.length,
                                Arrays.copyOfRange(other, random.nextInt(other.length), other.length));
            }
        };
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        return bytes;
    }

    private byte[] some() {
        byte[] some = new byte[1 + random.nextInt(10)];
        if (random.nextBoolean()) {
            Arrays.fill(some, (byte) 0xFF);
        } else {
            random.nextBytes(some);
        }
        return some;
    }

    private byte[] edgeInt(byte[] bytes, int at) {
        int value = INTS[random.nextInt(INTS.length)];
        for (int i = 0; i < Integer.BYTES && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> 8 * (Integer.BYTES - 1 - i));
        }
        return bytes;
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte @Nullable [] by) {
        int length = by == null ? 0 : by.length;
        byte[] result = new byte[from + length + bytes.length - to];
        System.arraycopy(bytes, 0, result, 0, from);
        if (by != null) {
            System.arraycopy(by, 0, result, from, length);
        }
        System.arraycopy(bytes, to, result, from + length, bytes.length - to);
        return result;
    }
}
