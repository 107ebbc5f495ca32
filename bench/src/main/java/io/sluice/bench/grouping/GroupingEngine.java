package io.sluice.bench.grouping;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.Clock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;

/** A mutator with everything that a connection provides except sockets, and prebuilt Puts of different rows. */
final class GroupingEngine {
    /** Defaults of a connection. */
    private static final long BUDGET_BYTES = 64L << 20;

    private static final int BLOCK_BYTES = 64 << 10;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    /** So large that a buffer is only sent by {@link #send}, not while it is filled. */
    private static final long BUFFER_BYTES = 8L << 20;

    static final int PUTS = 1 << 16;

    private final EventLoops loops = EventLoops.create(1);
    private final AsyncBufferedMutator mutator;
    private final Put[] puts;
    private int next;

    GroupingEngine(TableShape shape) {
        CachingRegionLocator locator = new CachingRegionLocator(new SplitTable(shape));
        locator.preload(SplitTable.TABLE).join();
        WriteEngine engine = new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                locator,
                new EncodingSender(loops),
                new EventLoopTimer(loops),
                Clock.system(),
                new PooledBlockAllocator(BLOCK_BYTES, (int) (BUDGET_BYTES / BLOCK_BYTES)),
                new ByteBudget(BUDGET_BYTES),
                new Shares(BUDGET_BYTES, 1),
                new ClientNumbers(),
                null,
                loops,
                loops::inEventLoop,
                new ConcurrentHashMap<>()));
        mutator = engine.newBuilder(SplitTable.TABLE, null)
                .setWriteBufferSize(BUFFER_BYTES)
                .disableWriteBufferPeriodicFlush()
                .build();
        puts = puts(shape.rows(PUTS));
    }

    private static Put[] puts(byte[][] rows) {
        byte[] family = "f".getBytes(StandardCharsets.US_ASCII);
        byte[] qualifier = "q".getBytes(StandardCharsets.US_ASCII);
        byte[] value = value();
        return Arrays.stream(rows)
                .map(row -> new Put(row).addColumn(family, qualifier, value))
                .toArray(Put[]::new);
    }

    static byte[] value() {
        byte[] value = new byte[100];
        Arrays.fill(value, (byte) 'v');
        return value;
    }

    /** Puts this many mutations into the buffer. */
    void fill(int mutations) {
        for (int i = 0; i < mutations; i++) {
            var unused = mutator.mutate(puts[next++ & PUTS - 1]);
        }
    }

    /** Locates, groups and encodes the mutations in the buffer, on this thread. */
    void send() {
        mutator.flush();
    }

    /** Waits until all sent mutations have settled. */
    void await() {
        mutator.flushAsync().join();
    }

    /**
     * Closes the mutator.
     *
     * @throws IllegalStateException if a mutation was not acknowledged
     */
    void close() {
        mutator.closeAsync(CLOSE_TIMEOUT).join();
        long failed = mutator.state().failed();
        loops.closeAsync().join();
        if (failed > 0) {
            throw new IllegalStateException(failed + " mutations failed");
        }
    }
}
