package io.sluice.internal.buffer;

import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.Bytes;
import io.sluice.CallTimeoutException;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.RegionLookup;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One of four servers stops answering while a program writes rows of all of them at a steady rate, with the default budget
 * and share. The program does not wait for the rows that it is refused.
 */
class OutageTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int SERVERS = 4;
    private static final int VALUE_BYTES = 4_000;
    private static final long BUDGET = 64L << 20;
    private static final int SECONDS_BEFORE = 3;
    private static final int SECONDS_OF_OUTAGE = 8;
    private static final int STEPS_OF_A_SECOND = 2_000;

    private final ManualTime time = new ManualTime();
    private final Shares shares = new Shares(BUDGET, 0.25);
    private final WriteEngine engine = new WriteEngine(new WriteEngine.Parts(
            new Configuration(),
            new CachingRegionLocator(new EvenTables()),
            this::send,
            time,
            time,
            new PooledBlockAllocator(64 << 10, 1_000),
            new ByteBudget(BUDGET),
            shares,
            new ClientNumbers(),
            null,
            time,
            time::onNetworkThread,
            new ConcurrentHashMap<>()));
    private final SplittableRandom random = new SplittableRandom(1);
    private boolean isServer0Silent;
    /** Servers take up to this long; 0 if they answer in 5 ms. */
    private long mostAnswerNanos;

    private int valueBytes = VALUE_BYTES;
    private final long[] acknowledged = new long[SECONDS_BEFORE + SECONDS_OF_OUTAGE + 1];

    /** Each table has a region on each server. */
    private static final class EvenTables implements RegionLookup {
        @Override
        public CompletableFuture<List<RegionLocation>> lookup(TableName table, byte[] row, byte[] from) {
            return lookupAll(table);
        }

        @Override
        public CompletableFuture<List<RegionLocation>> lookupAll(TableName table) {
            List<RegionLocation> regions = new ArrayList<>();
            for (int i = 0; i < SERVERS; i++) {
                byte[] start = i == 0 ? new byte[0] : new byte[] {(byte) i};
                byte[] end = i == SERVERS - 1 ? new byte[0] : new byte[] {(byte) (i + 1)};
                byte[] name = bytes(table + "," + i + ".");
                regions.add(new RegionLocation(table, name, start, end, Regions.server(i), 1));
            }
            return CompletableFuture.completedFuture(regions);
        }

        @Override
        public CompletableFuture<Void> checkEnabled(TableName table) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** A silent server's calls time out. */
    private void send(ServerBatch request, long timeoutNanos, BatchSender.Answer answer) {
        ServerName server = request.server();
        boolean silent = isServer0Silent && server.equals(Regions.server(0));
        var unused = silent
                ? time.schedule(
                        () -> answer.complete(ServerBatchResult.failed(new CallTimeoutException("silent"), true)),
                        timeoutNanos)
                : time.schedule(
                        () -> {
                            if (!server.equals(Regions.server(0))) {
                                acknowledged[second()] += request.mutationCount();
                            }
                            answer.complete(ServerBatchResult.acknowledged());
                        },
                        mostAnswerNanos == 0 ? 5 * MILLI : random.nextLong(mostAnswerNanos));
    }

    private int second() {
        return (int) Math.min(acknowledged.length - 1, TimeUnit.NANOSECONDS.toSeconds(time.elapsedNanos()));
    }

    private List<AsyncBufferedMutator> mutators(int tables) {
        List<AsyncBufferedMutator> mutators = new ArrayList<>();
        for (int i = 0; i < tables; i++) {
            mutators.add(engine.newBuilder(TableName.valueOf("t" + i), null)
                    .setBackpressure(Backpressure.fail())
                    .build());
        }
        return mutators;
    }

    /** Writes for a second; returns how many mutations each server was refused. */
    private int[] writeForASecond(List<AsyncBufferedMutator> mutators, int mutations) {
        int[] refused = new int[SERVERS];
        int next = 0;
        for (int milli = 1; milli <= 1_000; milli++) {
            while (next < mutations * milli / 1_000) {
                int server = next % SERVERS;
                Put put = new Put(Bytes.add(new byte[] {(byte) server}, Bytes.toBytes(next)))
                        .addColumn(bytes("f"), bytes("q"), new byte[valueBytes]);
                // Not in turn: then all buffers would be full in the same millisecond.
                AsyncBufferedMutator mutator = mutators.get(random.nextInt(mutators.size()));
                refused[server] += mutator.tryMutate(put, error -> {}) ? 0 : 1;
                next++;
            }
            time.advance(MILLI);
        }
        return refused;
    }

    /**
     * With 16 and 48 MB a second, in values from 4,000 bytes to 1,000,000, of which each fills a request. A thread that waits
     * in {@code mutate} would write nothing for the others meanwhile. With a hundred tables and the higher rate the buffers
     * alone may hold three quarters of the budget, so that a few small mutations are refused, at most 1 %, before the oldest
     * buffers have been flushed.
     */
    @ParameterizedTest(name = "{0} tables, {1} mutations of {2} bytes a second, at most {3} refused")
    @CsvSource({
        "1,4000,4000,0",
        "1,12000,4000,0",
        "100,4000,4000,0",
        "100,12000,4000,90",
        "1,160,100000,0",
        "1,480,100000,0",
        "100,160,100000,0",
        "100,480,100000,0",
        "1,48,1000000,0",
        "100,48,1000000,0"
    })
    void tryMutate_oneOfFourServersHangs_theOthersKeepTheirRateInEachSecond(
            int tables, int mutationsPerSecond, int bytesOfAValue, int mostRefused) {
        valueBytes = bytesOfAValue;
        List<AsyncBufferedMutator> mutators = mutators(tables);
        for (int i = 0; i < SECONDS_BEFORE; i++) {
            assertThat(writeForASecond(mutators, mutationsPerSecond)).containsOnly(0);
        }
        long before = acknowledged[SECONDS_BEFORE - 1];
        isServer0Silent = true;
        for (int i = 0; i < SECONDS_OF_OUTAGE; i++) {
            int[] refused = writeForASecond(mutators, mutationsPerSecond);
            assertThat(refused[1] + refused[2] + refused[3])
                    .as("refused of the others in second %s", i)
                    .isLessThanOrEqualTo(mostRefused);
        }
        assertThat(shares.heldBytes(Place.of(Regions.server(0))))
                .as("its share, and what was in buffers for it when it reached that")
                .isBetween(shares.shareBytes(), 2 * shares.shareBytes());
        for (int i = 0; i < SECONDS_OF_OUTAGE; i++) {
            assertThat(acknowledged[SECONDS_BEFORE + i])
                    .as("acknowledged by the others in second %s of the outage", i)
                    .isGreaterThanOrEqualTo(before * 7 / 10);
        }
        CompletableFuture<CloseResult> closed = engine.closeAsync(Duration.ZERO);
        time.advance(TimeUnit.MINUTES.toNanos(3));
        assertThat(closed).isCompleted();
        assertThat(engine.parts().budget().usedBytes()).isZero();
        assertThat(shares.largest(1)).isEmpty();
    }

    /** Writes rows of one server until it finds no room, and then waits for some. */
    private final class WaitingWriter {
        private final int server;
        private CompletableFuture<Void> room = CompletableFuture.completedFuture(null);
        private int next;

        WaitingWriter(int server) {
            this.server = server;
        }

        void write(List<AsyncBufferedMutator> mutators, int most) {
            for (int i = 0; i < most && room.isDone(); i++) {
                Put put = new Put(Bytes.add(new byte[] {(byte) server}, Bytes.toBytes(next)))
                        .addColumn(bytes("f"), bytes("q"), new byte[valueBytes]);
                AsyncBufferedMutator mutator = mutators.get(next % mutators.size());
                if (mutator.tryMutate(put, error -> {})) {
                    next++;
                } else {
                    room = mutator.ready();
                }
            }
        }
    }

    /**
     * With 200 MB a second to 100 tables, whose buffers would hold three times the budget: each mutation waits for room. What
     * a silent server holds must not count as what will be back soon.
     */
    @Test
    void ready_oneOfFourServersHangs_writersOfTheOthersKeepTheirRateInEachSecond() {
        List<AsyncBufferedMutator> mutators = mutators(100);
        valueBytes = 1_000;
        List<WaitingWriter> writers =
                IntStream.range(0, SERVERS).mapToObj(WaitingWriter::new).toList();
        for (int i = 0; i < 2 * STEPS_OF_A_SECOND; i++) {
            writeAtOnce(writers, mutators);
        }
        long before = acknowledged[1];
        isServer0Silent = true;
        for (int i = 0; i < 3 * STEPS_OF_A_SECOND; i++) {
            writeAtOnce(writers, mutators);
        }
        for (int second = 2; second < 5; second++) {
            assertThat(acknowledged[second])
                    .as("acknowledged by the others in second %s", second)
                    .isGreaterThanOrEqualTo(before * 7 / 10);
        }
        var unused = engine.closeAsync(Duration.ZERO);
        time.advance(TimeUnit.MINUTES.toNanos(3));
        assertThat(engine.parts().budget().usedBytes()).isZero();
        assertThat(shares.largest(1)).isEmpty();
    }

    /**
     * If buffers were flushed for each of those that want room, each mutation would be sent alone as soon as the budget is on
     * its way, and the servers would be busy with these requests long after they have become fast again.
     */
    @Test
    void ready_allServersAreSlow_nearlyEmptyBuffersAreNotSent() {
        List<AsyncBufferedMutator> mutators = mutators(100);
        mostAnswerNanos = TimeUnit.SECONDS.toNanos(2);
        List<WaitingWriter> writers = IntStream.range(0, mutators.size())
                .mapToObj(i -> new WaitingWriter(i % SERVERS))
                .toList();
        for (int i = 0; i < 3 * STEPS_OF_A_SECOND; i++) {
            valueBytes = i < 2 * STEPS_OF_A_SECOND ? VALUE_BYTES : 100;
            for (int j = 0; j < mutators.size(); j++) {
                writers.get(j).write(List.of(mutators.get(j)), 5);
            }
            time.advance(MILLI / 2);
        }
        assertThat(engine.parts().budget().usedBytes()).as("used").isGreaterThan(BUDGET * 9 / 10);

        assertThat(batchesOnTheirWay(mutators)).isLessThan(5 * mutators.size());
        var unused = engine.closeAsync(Duration.ZERO);
        time.advance(TimeUnit.MINUTES.toNanos(3));
        assertThat(engine.parts().budget().usedBytes()).isZero();
        assertThat(shares.largest(1)).isEmpty();
    }

    private static int batchesOnTheirWay(List<AsyncBufferedMutator> mutators) {
        return mutators.stream()
                .flatMap(mutator -> ((AsyncBufferedMutatorImpl) mutator).writeBuffers().stream())
                .mapToInt(buffer -> buffer.unsettled().size())
                .sum();
    }

    private void writeAtOnce(List<WaitingWriter> writers, List<AsyncBufferedMutator> mutators) {
        writers.forEach(writer -> writer.write(mutators, 25));
        time.advance(MILLI / 2);
    }
}
