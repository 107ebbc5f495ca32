package io.sluice.bench.outage;

import io.sluice.bench.writer.Rows;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that writes as fast as possible. Its rows are derived from its number, so they are the same for every
 * client.
 */
final class OutageWriter extends Thread {
    private static final int ROW_BYTES = 16;
    private static final int ROWS_OF_A_REGION = 256 / Rows.REGIONS;

    private final OutageClient client;
    private final OutageSituation situation;
    private final int number;
    private final SplittableRandom random;
    private final Semaphore window;
    private final Counts counts;
    /** One object for all puts of a server, to keep them cheap. */
    private final List<BiConsumer<@Nullable Void, @Nullable Throwable>> outcomes = new ArrayList<>();

    private volatile boolean stopped;

    /** The counts of the puts of all threads. */
    static final class Counts {
        final LongAdder accepted = new LongAdder();
        final LongAdder failed = new LongAdder();
        /** The same for the servers that always answer. */
        final LongAdder healthy = new LongAdder();

        final LongAdder silent = new LongAdder();

        boolean isSettled() {
            return failed.sum() + healthy.sum() + silent.sum() == accepted.sum();
        }
    }

    OutageWriter(OutageClient client, OutageSituation situation, int number, Counts counts) {
        super("writer-" + number);
        setDaemon(true);
        this.client = client;
        this.situation = situation;
        this.number = number;
        this.counts = counts;
        random = new SplittableRandom(number);
        window = new Semaphore(situation.driver().permits(situation.threads()));
        for (int server = 0; server < OutageSituation.SERVERS; server++) {
            LongAdder acknowledged = isSilent(server) ? counts.silent : counts.healthy;
            outcomes.add((nothing, failure) -> settled(acknowledged, failure));
        }
    }

    /** Returns whether a server is the silent one: the last, since the first has {@code hbase:meta}. */
    static boolean isSilent(int server) {
        return server == OutageSituation.SERVERS - 1;
    }

    private void settled(LongAdder acknowledged, @Nullable Throwable failure) {
        if (failure == null) {
            acknowledged.increment();
        } else {
            counts.failed.increment();
        }
        window.release();
    }

    /** Makes the thread end after its current put. */
    void stopWriting() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                int server =
                        situation.bound() ? number % OutageSituation.SERVERS : random.nextInt(OutageSituation.SERVERS);
                byte[] row = row(random, server);
                int table = random.nextInt(situation.tables());
                window.acquire();
                counts.accepted.increment();
                CompletableFuture<Void> unused = client.put(table, row).whenComplete(outcomes.get(server));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A new row in a region of a server: regions are assigned to servers round-robin. */
    static byte[] row(SplittableRandom random, int server) {
        int region = random.nextInt(Rows.REGIONS / OutageSituation.SERVERS) * OutageSituation.SERVERS + server;
        return ByteBuffer.allocate(ROW_BYTES)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .put(0, (byte) (region * ROWS_OF_A_REGION + random.nextInt(ROWS_OF_A_REGION)))
                .array();
    }
}
