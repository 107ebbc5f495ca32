package io.sluice.internal.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchMemoryTest {
    private static final int BLOCK_BYTES = 64 << 10;
    private static final int SMALL_BYTES = BLOCK_BYTES / 4;
    private static final int TINY_BYTES = 1_024;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 16);

    /** Capacity of the first block after a batch of this many mutations. */
    private static int after(int entries, int valueBytes) {
        Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, new byte[] {'q'}, new byte[valueBytes]);
        return BatchMemory.firstBytes(entries, (long) entries * Batch.lengthOf(put), BLOCK_BYTES);
    }

    /** A batch whose first block has this capacity. */
    private Batch begun(int capacity) {
        Batch batch = new Batch(TableName.valueOf("t"), Batches.budgeted(allocator), 0);
        batch.enter(allocator.allocate(capacity), 10_000);
        BatchSegment unused = batch.openSegment(Long.MAX_VALUE / 2, 10_000);
        return batch;
    }

    private static int slots(int firstBytes) {
        return (int) ((BatchMemory.firstCharge(firstBytes, BLOCK_BYTES) - firstBytes) / Batch.ENTRY_OVERHEAD_BYTES);
    }

    @Test
    void firstBytes_afterFewMutations_areOfTheirSize() {
        assertThat(after(0, 10)).isEqualTo(TINY_BYTES);
        assertThat(after(1, 10)).isEqualTo(TINY_BYTES);
        assertThat(after(16, 400)).isGreaterThan(16 * 400).isLessThan(16 * 450);
    }

    @Test
    void firstBytes_afterAHundredMutations_areSmall() {
        assertThat(after(17, 10)).isEqualTo(SMALL_BYTES);
        assertThat(after(100, 100)).isEqualTo(SMALL_BYTES);
        assertThat(after(128, 10)).isEqualTo(SMALL_BYTES);
        assertThat(BatchMemory.firstCharge(SMALL_BYTES, BLOCK_BYTES))
                .isLessThan(BatchMemory.firstCharge(BLOCK_BYTES, BLOCK_BYTES) / 5);
    }

    @Test
    void firstBytes_afterMoreBytesOrMutationsThanASmallBlockHas_areUsual() {
        assertThat(after(129, 10)).isEqualTo(BLOCK_BYTES);
        assertThat(after(100, 150)).isEqualTo(BLOCK_BYTES);
        assertThat(after(1_000, 100)).isEqualTo(BLOCK_BYTES);
    }

    @Test
    void firstCharge_countsTheSlotsOfTheKindOfBlock() {
        assertThat(slots(TINY_BYTES)).isEqualTo(16);
        assertThat(slots(after(16, 400))).isEqualTo(16);
        assertThat(slots(SMALL_BYTES)).isEqualTo(128);
        assertThat(slots(BLOCK_BYTES)).isEqualTo(1_024);
        assertThat(slots(100_000)).isEqualTo(16);
        assertThat(BatchMemory.mostCharged(0, BLOCK_BYTES))
                .isEqualTo(BatchMemory.firstCharge(BLOCK_BYTES, BLOCK_BYTES));
    }

    @ParameterizedTest
    @CsvSource({"1024, 16384, 128", "16384, 16384, 128", "65536, 65536, 1024"})
    void nextBytes_areLikeTheFirst(int first, int next, int slots) {
        Batch batch = begun(first);
        while (batch.nextCharge(next) == next) {
            Batches.append(batch, allocator, Batches.put("r"), new CompletableFuture<>());
            batch.sealOpen();
        }
        assertThat(batch.nextBytes(10)).isEqualTo(next);
        assertThat(batch.nextCharge(next)).isEqualTo(Batch.heldBytes(slots, next));
    }

    @Test
    void enter_somethingIsThrown_theNextBlockIsTheFirst() {
        Batch batch = new Batch(TableName.valueOf("t"), Batches.budgeted(allocator), 0);
        Block bad = allocator.allocate(TINY_BYTES);
        bad.companion("no columns");
        assertThatThrownBy(() -> batch.enter(bad, 10)).isInstanceOf(ClassCastException.class);

        Batches.append(batch, allocator, Batches.put("r"), new CompletableFuture<>());

        batch.seal();
        assertThat(batch.row(0)).isEqualTo(new byte[] {'r'});
        assertThat(batch.occupiedBytes()).isEqualTo(BatchMemory.firstCharge(SMALL_BYTES, BLOCK_BYTES));
    }

    /** Sets of 16, 128, 128 and so on: each entry keeps its own slot. */
    @Test
    void batchThatOutgrowsATinyBlock_goesOnInSmallOnes() {
        Batch batch = begun(TINY_BYTES);
        for (int i = 0; i < 500; i++) {
            Batches.append(batch, allocator, Batches.put("r" + i), new CompletableFuture<>());
        }
        batch.seal();
        assertThat(batch.size()).isEqualTo(500);
        assertThat(IntStream.range(0, 500).mapToObj(entry -> new String(batch.row(entry), US_ASCII)))
                .containsExactlyElementsOf(
                        IntStream.range(0, 500).mapToObj(i -> "r" + i).toList());
        Order order = batch.order(500);
        IntStream.range(0, 500).forEach(i -> order.set(i, 499 - i));
        assertThat(IntStream.range(0, 500).map(order::get)).startsWith(499, 498).endsWith(1, 0);
    }

    @Test
    void firstBytesFor_anEntryLargerThanTheBlock_areOfTheSizeOfTheEntry() {
        assertThat(BatchMemory.firstBytesFor(BLOCK_BYTES, BLOCK_BYTES, BLOCK_BYTES))
                .isEqualTo(BLOCK_BYTES);
        assertThat(BatchMemory.firstBytesFor(100_000, BLOCK_BYTES, BLOCK_BYTES)).isEqualTo(100_000);
        assertThat(BatchMemory.firstBytesFor(20_000, SMALL_BYTES, BLOCK_BYTES)).isEqualTo(20_000);
        assertThat(BatchMemory.firstBytesFor(100, TINY_BYTES, BLOCK_BYTES)).isEqualTo(TINY_BYTES);
    }
}
