package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Put;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.Histogram;
import io.sluice.internal.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which entries record when they were accepted, and where. */
class BatchTimesTest {
    /** Large enough for each kind of first set: tiny ones of 16 slots, small ones of 128, usual ones of 1,024. */
    private static final int BLOCK = 1 << 16;

    private static final int SAMPLE = 32;
    /** The salt is chosen at random. */
    private static final int BATCHES = 100;

    /** Counts its readings. */
    private static final class CountingClock implements Clock {
        private int readings;

        @Override
        public long nanoTime() {
            return ++readings;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    }

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK, 4);
    private final BudgetedBlocks blocks = Batches.budgeted(allocator);
    private final CountingClock clock = new CountingClock();
    private final Histogram latency = new Histogram();

    private Batch timedBatch() {
        Batch batch = new Batch(Regions.TABLE, blocks, 0);
        batch.timeBy(clock, latency);
        return batch;
    }

    /** Its first block is chosen for this many entries; each entry has a segment of its own. */
    private Batch fill(Batch batch, int entries, int expected) {
        int bytes = BatchMemory.firstBytes(expected, expected, BLOCK);
        batch.enter(blocks.allocate(bytes, BatchMemory.firstCharge(bytes, BLOCK)), Integer.MAX_VALUE);
        // The first entry continues in what is open.
        BatchSegment unused = batch.openSegment(Long.MAX_VALUE / 2, Integer.MAX_VALUE);
        return Batches.fill(batch, allocator, puts(entries)).batch();
    }

    private static List<Put> puts(int count) {
        return IntStream.range(0, count).mapToObj(i -> Batches.put("row" + i)).toList();
    }

    private static List<Integer> timed(Batch batch) {
        return IntStream.range(0, batch.size()).filter(batch::isTimed).boxed().toList();
    }

    private static void assertTimes(Batch batch, List<Integer> timed, int readingsBefore) {
        for (int number = 0; number < timed.size(); number++) {
            int entry = timed.get(number);
            assertThat(batch.columns(entry).acceptedNanos(batch.slot(entry))).isEqualTo(readingsBefore + number + 1);
        }
    }

    /** All batches use the same blocks, one after the other, and thus the same columns. */
    @ParameterizedTest
    @CsvSource({"1,1", "17,1", "1000,1", "33,100", "1000,100", "31,1000", "33,1000", "3000,1000"})
    void timedBatch_ofAnySize_hasTheTimeOfOneEntryIn32(int entries, int expected) {
        for (int i = 0; i < BATCHES; i++) {
            int before = clock.readings;
            Batch batch = fill(timedBatch(), entries, expected);
            List<Integer> timed = timed(batch);
            assertThat(timed).hasSizeBetween(entries / SAMPLE, (entries + SAMPLE - 1) / SAMPLE);
            assertThat(clock.readings - before).isEqualTo(timed.size());
            assertTimes(batch, timed, before);
            keep(batch, entry -> false);

            Batch untimed = fill(new Batch(Regions.TABLE, blocks, 0), entries, expected);
            assertThat(timed(untimed)).isEmpty();
            keep(untimed, entry -> false);
        }
        assertThat(allocator.blocksInUse()).isZero();
    }

    @Test
    void timedBatch_manyEntriesOfASegment_haveTheirTimes() {
        for (int i = 0; i < BATCHES; i++) {
            int before = clock.readings;
            Batch batch = timedBatch();
            // Not at the beginning of the batch.
            Batches.append(batch, allocator, Batches.put("first"), new CompletableFuture<Void>());
            batch.sealOpen();
            batch.reenter();
            BatchSegment last = batch.openSegment(Long.MAX_VALUE / 2, Integer.MAX_VALUE);
            for (Put put : puts(300)) {
                int shape = MutationKind.shapeOf(put);
                BatchSegment.Outcome unused = last.append(
                        put, Batch.lengthOf(put), shape, MutationExtras.NONE, new CompletableFuture<Void>());
            }
            batch.seal();
            assertThat(batch.size()).isEqualTo(301);
            assertTimes(batch, timed(batch), before);
            keep(batch, entry -> false);
        }
    }

    @Test
    void firstEntry_ofManyBatches_isTimedInOneOf32() {
        int first = 0;
        for (int i = 0; i < 3_200; i++) {
            Batch batch = fill(timedBatch(), 1, 1);
            first += batch.isTimed(0) ? 1 : 0;
            keep(batch, entry -> false);
        }
        // The mean is 100, the deviation 10.
        assertThat(first).isBetween(30, 170);
    }

    /** Entries that are tried again are the slowest: their times must not get lost. */
    @Test
    void compact_twice_keepsTheTimes() {
        for (int i = 0; i < BATCHES; i++) {
            int before = clock.readings;
            Batch batch = fill(timedBatch(), 1_000, 1);
            List<Integer> timed = timed(batch);
            compactTo(batch, entry -> entry % 6 == 0 || timed.contains(entry));
            compactTo(batch, timed::contains);
            assertThat(timed(batch)).isEqualTo(timed);
            assertTimes(batch, timed, before);
            keep(batch, entry -> false);
        }
    }

    private static void compactTo(Batch batch, IntPredicate kept) {
        long before = batch.occupiedBytes();
        keep(batch, kept);
        batch.compact(0, 0);
        batch.compact(0, 0);
        assertThat(batch.occupiedBytes()).isLessThan(before);
    }

    /** Settles the other entries. */
    private static void keep(Batch batch, IntPredicate kept) {
        int settled = 0;
        for (int entry = 0; entry < batch.size(); entry++) {
            if (!kept.test(entry) && batch.takeReceiver(entry) != null) {
                settled++;
            }
        }
        batch.settled(settled, false);
    }

    @Test
    void acknowledgedAt_timedEntry_addsTheDifference() {
        Batch batch = fill(timedBatch(), SAMPLE, 1);
        batch.acknowledgedAt(timed(batch).get(0), 1_000);
        assertThat(latency.total()).isOne();
        assertThat(latency.sum()).isEqualTo(999);
    }
}
