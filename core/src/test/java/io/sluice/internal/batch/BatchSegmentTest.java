package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Put;
import io.sluice.internal.batch.BatchSegment.Outcome;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BatchSegmentTest {
    private static final int BLOCK_BYTES = 512;
    private static final int SLOTS = 8;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 10);
    private final Batch batch = new Batch(Regions.TABLE, Batches.budgeted(allocator), 0);
    private final Put put = Batches.put("row");
    private final int length = Batch.lengthOf(put);

    private BatchSegment open(long maxBytes, int maxEntries) {
        return open(BLOCK_BYTES, maxBytes, maxEntries);
    }

    private BatchSegment open(int capacity, long maxBytes, int maxEntries) {
        batch.sealOpen();
        batch.enter(allocator.allocate(capacity), maxEntries);
        return batch.openSegment(maxBytes, maxEntries);
    }

    private Outcome append(BatchSegment segment, int reserved) {
        return segment.append(
                put, reserved, MutationKind.shapeOf(put), MutationExtras.NONE, new CompletableFuture<Void>());
    }

    @Test
    void append_maxEntries_saysFilledOnceThenRefuses() {
        BatchSegment segment = open(1_000, 2);
        assertThat(append(segment, length)).isEqualTo(Outcome.APPENDED);
        assertThat(segment.isFull()).isFalse();
        assertThat(append(segment, length)).isEqualTo(Outcome.FILLED);
        assertThat(segment.isFull()).isTrue();
        assertThat(append(segment, length)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void append_maxBytes_isFilledByTheOneThatReachesThem() {
        BatchSegment segment = open(length + 1L, 100);
        assertThat(append(segment, length)).isEqualTo(Outcome.APPENDED);
        assertThat(append(segment, length)).isEqualTo(Outcome.FILLED);
        assertThat(append(segment, length)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void append_noSlotLeft_isRefusedButTheBatchIsNotFull() {
        BatchSegment segment = open(Long.MAX_VALUE / 2, 100);
        int slots = SLOTS;
        for (int i = 0; i < slots; i++) {
            assertThat(append(segment, length)).isNotEqualTo(Outcome.REFUSED);
        }
        assertThat(append(segment, length)).isEqualTo(Outcome.REFUSED);
        assertThat(segment.isFull()).isFalse();
        batch.sealOpen();
        assertThat(batch.nextBytes(length)).isEqualTo(BLOCK_BYTES);
        assertThat(batch.nextCharge(BLOCK_BYTES))
                .as("columns come with a block")
                .isEqualTo(Batch.heldBytes(SLOTS, BLOCK_BYTES));
    }

    @Test
    void append_sealed_isRefused() {
        BatchSegment segment = open(1_000, 100);
        assertThat(append(segment, length)).isEqualTo(Outcome.APPENDED);
        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        assertThat(append(segment, length)).isEqualTo(Outcome.REFUSED);
        assertThat(batch.size()).isOne();
    }

    @Test
    void openSegment_afterALargeEntry_goesOnWhereThereIsMoreRoom() {
        BatchSegment small = open(Long.MAX_VALUE / 2, 100);
        assertThat(append(small, length)).isEqualTo(Outcome.APPENDED);
        BatchSegment large = open(2_000, Long.MAX_VALUE / 2, 100);
        assertThat(append(large, 1_990)).isEqualTo(Outcome.APPENDED);
        batch.sealOpen();
        assertThat(batch.nextBytes(length)).isZero();

        batch.reenter();
        BatchSegment next = batch.openSegment(Long.MAX_VALUE / 2, 100);
        assertThat(append(next, length)).isEqualTo(Outcome.APPENDED);

        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        assertThat(batch.array(2)).isSameAs(batch.array(0));
        assertThat(batch.offset(2)).isEqualTo(length);
    }

    @Test
    void append_lengthBeyondTheMutation_becomesVoidAndHarmsNobody() {
        BatchSegment segment = open(1_000, 100);
        assertThat(append(segment, length)).isEqualTo(Outcome.APPENDED);
        assertThat(append(segment, length + 50)).isEqualTo(Outcome.APPENDED);
        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        assertThat(batch.hasVoid()).isTrue();
        assertThat(batch.isVoid(0)).isFalse();
        assertThat(batch.isVoid(1)).isTrue();
    }
}
