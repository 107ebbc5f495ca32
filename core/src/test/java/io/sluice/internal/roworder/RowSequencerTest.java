package io.sluice.internal.roworder;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.roworder.RowSequencer.Released;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowSequencerTest {
    /** Multiplies the numbers of rows, so that they lie in all parts of the table. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final RowSequencer<Rows> sequencer = new RowSequencer<>();

    /** A batch of mutations of these rows. */
    private static final class Rows {
        private final long[] rows;

        Rows(long... rows) {
            this.rows = rows;
        }

        long[] of(int... entries) {
            return IntStream.of(entries).mapToLong(entry -> rows[entry]).toArray();
        }
    }

    private List<Released<Rows>> arrive(Rows batch, long number) {
        int[] lengths = new int[batch.rows.length];
        Arrays.fill(lengths, 10);
        return sequencer.arrived(batch, number, batch.rows.clone(), lengths);
    }

    private List<Released<Rows>> settle(Rows batch, int... entries) {
        return settle(batch, RowSequencer.UNNUMBERED, entries);
    }

    private List<Released<Rows>> settle(Rows batch, long number, int[] entries) {
        return sequencer.settled(batch, number, entries, entry -> batch.rows[entry]);
    }

    private int[] again(Rows batch, int... entries) {
        return sequencer.again(batch, entries, batch.of(entries));
    }

    private void holdBack(Rows batch, int... entries) {
        sequencer.holdBack(batch, entries, batch.of(entries));
    }

    private static void assertReleased(List<Released<Rows>> released, Rows batch, int... entries) {
        assertThat(released).singleElement().satisfies(one -> {
            assertThat(one.batch()).isSameAs(batch);
            assertThat(one.entries()).containsExactly(entries);
        });
    }

    @Test
    void batch_ofDifferentRows_goesWhole() {
        Rows batch = new Rows(1, 2, 3);
        assertThat(arrive(batch, 0)).containsExactly(new Released<>(batch, null));
        assertThat(sequencer.rows()).isEqualTo(3);
        assertThat(settle(batch, 0, 1, 2)).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void batch_whoseRowIsUnderWay_waitsWithThatRowOnly() {
        Rows first = new Rows(1, 2);
        Rows second = new Rows(2, 3);
        List<Released<Rows>> unused = arrive(first, 0);
        assertReleased(arrive(second, 1), second, 1);
        assertThat(sequencer.waitingBytes()).isEqualTo(10);
        assertThat(sequencer.holdsBack(2)).isTrue();
        assertThat(sequencer.holdsBack(9)).isFalse();
        assertThat(settle(first, 0)).isEmpty();
        assertReleased(settle(first, 1), second, 0);
        assertThat(sequencer.waitingBytes()).isZero();
    }

    @Test
    void rowThatComesSeveralTimes_goesTogether() {
        Rows batch = new Rows(7, 1, 7, 7, 7);
        assertReleased(arrive(batch, 0), batch, 0, 2, 3, 4, 1);
        assertThat(settle(batch, 0, 2, 3, 4, 1)).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void mutationsThatSettleTogether_letGoOnlyWhatIsBehindAll() {
        Rows first = new Rows(8, 8, 8);
        Rows second = new Rows(8);
        List<Released<Rows>> unused = arrive(first, 0);
        holdBack(first, 1, 2);
        assertThat(arrive(second, 1)).isEmpty();

        assertReleased(settle(first, 0, 1, 2), second, 0);
        assertThat(settle(second, 0)).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void runThatIsTooLarge_itsRestWaitsForWhatWasSent() {
        Rows batch = new Rows(7, 1, 7, 7, 7);
        List<Released<Rows>> unused = arrive(batch, 0);
        holdBack(batch, 3, 4);
        assertThat(sequencer.waitingBytes()).isEqualTo(20);
        assertThat(settle(batch, 1, 0)).isEmpty();
        assertReleased(settle(batch, 2), batch, 3, 4);
        holdBack(batch, 4);
        assertReleased(settle(batch, 3), batch, 4);
        assertThat(sequencer.waitingBytes()).isZero();
        assertThat(settle(batch, 4)).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void runThatIsTooLarge_anotherBatchOfTheRowStaysBehindIt() {
        Rows first = new Rows(7, 7);
        Rows second = new Rows(7);
        List<Released<Rows>> unused = arrive(first, 0);
        holdBack(first, 1);
        assertThat(arrive(second, 1)).isEmpty();
        assertReleased(settle(first, 0), first, 1);
        assertReleased(settle(first, 1), second, 0);
    }

    @Test
    void batchThatNeverArrives_whenItHasSettled_thoseBehindGo() {
        Rows lost = new Rows(1, 2);
        Rows second = new Rows(1);
        Rows third = new Rows(1, 3);
        assertThat(arrive(third, 2)).isEmpty();
        assertThat(arrive(second, 1)).isEmpty();
        List<Released<Rows>> released = settle(lost, 0L, new int[] {0, 1});
        assertThat(released).hasSize(2);
        assertThat(released.get(0)).isEqualTo(new Released<>(second, null));
        assertThat(released.get(1).entries()).containsExactly(1);
        assertThat(settle(lost, 0L, new int[] {0, 1})).as("once more").isEmpty();
        assertReleased(settle(second, 0), third, 0);
    }

    @Test
    void batchThatNeverArrives_settledBeforeThoseInFrontCome_isPassedOver() {
        Rows lost = new Rows(1);
        assertThat(settle(lost, 1L, new int[] {0})).isEmpty();
        Rows third = new Rows(5);
        assertThat(arrive(third, 2)).isEmpty();
        Rows first = new Rows(4);
        assertThat(arrive(first, 0)).containsExactly(new Released<>(first, null), new Released<>(third, null));
    }

    @Test
    void batchThatWaitsForItsTurn_partOfItSettles_keepsItsTurn() {
        Rows first = new Rows(1);
        Rows second = new Rows(1, 2);
        assertThat(arrive(second, 1)).isEmpty();
        assertThat(settle(second, 1L, new int[] {1})).isEmpty();
        assertThat(arrive(first, 0)).containsExactly(new Released<>(first, null));
        assertReleased(settle(first, 0), second, 0);
    }

    @Test
    void batchThatCannotBeRegistered_isToldWithItsError_andThoseBehindGo() {
        Rows first = new Rows(1);
        Rows bad = new Rows(2, 3);
        Rows third = new Rows(4);
        assertThat(sequencer.arrived(bad, 1, bad.rows.clone(), new int[] {10})).isEmpty();
        assertThat(arrive(third, 2)).isEmpty();
        List<Released<Rows>> released = arrive(first, 0);
        assertThat(released).hasSize(3);
        assertThat(released.get(1).batch()).isSameAs(bad);
        assertThat(released.get(1).error()).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(released.get(2)).isEqualTo(new Released<>(third, null));
        assertThat(settle(bad, 1L, new int[] {0, 1})).isEmpty();
        assertThat(LongStream.range(0, 9).filter(sequencer::holdsBack)).containsExactly(1L, 4L);
    }

    @Test
    void batchBeforeItsTurn_waitsForThoseBefore() {
        Rows first = new Rows(1);
        Rows second = new Rows(1, 2);
        assertThat(arrive(second, 1)).isEmpty();
        List<Released<Rows>> released = arrive(first, 0);
        assertThat(released).hasSize(2);
        assertThat(released.get(0)).isEqualTo(new Released<>(first, null));
        assertThat(released.get(1).entries()).containsExactly(1);
        assertReleased(settle(first, 0), second, 0);
    }

    @Test
    void retry_ofALaterOne_waitsForTheEarlierOne() {
        Rows batch = new Rows(7, 7, 8);
        List<Released<Rows>> unused = arrive(batch, 0);
        assertThat(again(batch, 1, 2)).containsExactly(2);
        assertThat(sequencer.waitingBytes()).isEqualTo(10);
        assertThat(again(batch, 0)).containsExactly(0);
        assertReleased(settle(batch, 0), batch, 1);
    }

    @Test
    void retry_ofBothTogether_goes() {
        Rows batch = new Rows(7, 7);
        List<Released<Rows>> unused = arrive(batch, 0);
        assertThat(again(batch, 0, 1)).containsExactly(0, 1);
    }

    @Test
    void release_leavesOutWhatIsOnItsWayInAPause() {
        Rows batch = new Rows(7, 7, 7);
        List<Released<Rows>> unused = arrive(batch, 0);
        // The second asks first and stays behind; the third is still in its pause when the first settles.
        assertThat(again(batch, 1)).isEmpty();
        assertReleased(settle(batch, 0), batch, 1);
        assertThat(again(batch, 2)).isEmpty();
        assertReleased(settle(batch, 1), batch, 2);
    }

    @Test
    void stopped_releasesNothing() {
        Rows first = new Rows(1);
        Rows second = new Rows(1);
        List<Released<Rows>> unused = arrive(first, 0);
        List<Released<Rows>> unused2 = arrive(second, 1);
        sequencer.stop();
        assertThat(settle(first, 0)).isEmpty();
        assertThat(arrive(new Rows(5), 2)).isEmpty();
    }

    @Test
    void absentEntries_areLeftOut() {
        Rows batch = new Rows(1, 0, 1);
        assertReleased(sequencer.arrived(batch, 0, batch.rows.clone(), new int[] {5, -1, 5}), batch, 0, 2);
        assertThat(settle(batch, IntStream.range(0, 3).toArray())).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void batchThatSettlesBeforeItsTurn_isLeftOut() {
        Rows first = new Rows(1);
        Rows second = new Rows(2);
        assertThat(arrive(second, 1)).isEmpty();
        assertThat(settle(second, 1, new int[] {0})).isEmpty();
        assertThat(arrive(first, 0)).hasSize(2);
        assertThat(sequencer.holdsBack(2)).isFalse();
        assertThat(settle(first, 0)).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void rowWhoseBatchHasOthersUnderWay_isFreeOnceItHasSettled() {
        Rows first = new Rows(1, 2);
        Rows second = new Rows(1, 3);
        List<Released<Rows>> unused = arrive(first, 0);
        assertThat(settle(first, 0)).isEmpty();
        assertThat(sequencer.holdsBack(1)).isFalse();
        assertThat(arrive(second, 1)).containsExactly(new Released<>(second, null));
        assertThat(again(first, 0, 1)).as("the row belongs to the second").containsExactly(1);
        assertThat(again(second, 0)).containsExactly(0);
        assertThat(settle(first, 0, 1)).isEmpty();
        assertThat(sequencer.holdsBack(1)).isTrue();
        assertThat(settle(second, 0, 1)).isEmpty();
        assertThat(sequencer.rows()).isZero();
    }

    /** Two batches are under way at any time, and rows come again after a while: the table does not grow. */
    @Test
    void rowsThatHaveSettled_makeRoomForOthers() {
        Rows before = new Rows(LongStream.range(0, 50).toArray());
        List<Released<Rows>> unused = arrive(before, 0);
        for (int number = 1; number < 1_000; number++) {
            long from = number * 50L % 5_000;
            Rows next = new Rows(
                    LongStream.range(from, from + 50).map(row -> row * SPREAD).toArray());
            assertThat(arrive(next, number)).containsExactly(new Released<>(next, null));
            assertThat(settle(before, IntStream.range(0, 50).toArray())).isEmpty();
            assertThat(sequencer.rows()).isLessThanOrEqualTo(512);
            before = next;
        }
    }

    /** Many batches are under way at a time, some rows of which are chained, and they settle in any order. */
    @ParameterizedTest(name = "seed={0}")
    @MethodSource("tableSeeds")
    void batchesThatSettleInAnyOrder_leaveNothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 200;
        List<Rows> batches = new ArrayList<>();
        Set<Rows> sent = new HashSet<>();
        for (int number = 0; number < count; number++) {
            Rows batch =
                    new Rows(number * SPREAD, (count + number % (count / 2)) * SPREAD, (2 * count + number) * SPREAD);
            batches.add(batch);
            arrive(batch, number).forEach(released -> sent.add(released.batch()));
        }
        assertThat(sent).hasSameSizeAs(batches);
        // The second half of the batches waits for the first with one of its rows.
        List<Rows> left = new ArrayList<>(batches.subList(0, count / 2));
        List<Rows> behind = new ArrayList<>();
        while (!left.isEmpty()) {
            settle(left.remove(random.nextInt(left.size())), 0, 1, 2).forEach(released -> behind.add(released.batch()));
        }
        assertThat(behind).hasSameElementsAs(batches.subList(count / 2, count));
        while (!behind.isEmpty()) {
            assertThat(settle(behind.remove(random.nextInt(behind.size())), 0, 1, 2))
                    .isEmpty();
        }
        assertThat(sequencer.rows()).isZero();
    }

    @Test
    void rowTable_clearedAgainAndAgain_givesUpTheMemoryOfABurst() {
        RowSequencer.RowTable table = new RowSequencer.RowTable();
        for (int row = 0; row < 10_000; row++) {
            table.part(row * SPREAD).add(row * SPREAD, new Numbered(row), row);
        }
        assertThat(table.slots()).isGreaterThanOrEqualTo(20_000);
        int first = table.slots();
        table.clear();
        assertThat(table.slots()).as("the next rows may be as many").isEqualTo(first);
        for (int i = 0; i < 20; i++) {
            table.part(0).add(0, new Numbered(0), 0);
            table.clear();
        }
        assertThat(table.slots()).isLessThan(1_000);
    }

    static LongStream tableSeeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("tableSeeds")
    void rowTable_anyChanges_holdsWhatAMapHolds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RowSequencer.RowTable table = new RowSequencer.RowTable();
        Map<Long, Numbered> map = new HashMap<>();
        int rows = 1 + random.nextInt(400);
        Numbered owner = new Numbered(0);
        for (int i = 0; i < 3_000; i++) {
            // With the same low bits, so that they meet in the same slots; in one part; in all parts.
            long row = random.nextInt(rows) * (seed % 3 == 0 ? 1L << 32 : seed % 3 == 1 ? 1 : SPREAD);
            owner = random.nextInt(10) == 0 ? new Numbered(i) : owner;
            RowSequencer.RowTable.Part part = table.part(row);
            int slot = part.find(row);
            assertThat(slot >= 0).isEqualTo(map.containsKey(row));
            if (slot < 0) {
                part.add(row, owner, owner.number);
                map.put(row, owner);
            } else if (random.nextInt(3) == 0) {
                part.replace(slot, owner, owner.number);
                map.put(row, owner);
            } else {
                part.remove(slot);
                map.remove(row);
            }
            assertThat(table.size()).isEqualTo(map.size());
            assertThat(table.owners()).isEqualTo(new HashSet<>(map.values()).size());
            if (random.nextInt(1_000) == 0) {
                table.clear();
                map.clear();
                owner = new Numbered(i);
            }
        }
        map.forEach((row, value) -> {
            RowSequencer.RowTable.Part part = table.part(row);
            int slot = part.find(row);
            assertThat(part.owner(slot)).as("row %s", row).isSameAs(value);
            assertThat(part.entry(slot)).as("row %s", row).isEqualTo(value.number);
        });
        table.clear();
        assertThat(table.size()).isZero();
        assertThat(table.owners()).isZero();
    }

    private static final class Numbered extends RowSequencer.Owner {
        final int number;

        Numbered(int number) {
            this.number = number;
        }
    }
}
