package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Put;
import io.sluice.internal.batch.Stretch.Outcome;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StretchTest {
    private static final int BLOCK_BYTES = 512;
    private static final int SLOTS = 8;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 10);
    private final Batch batch = new Batch(Regions.TABLE, allocator, 0);
    private final Put put = Batches.put("row");
    private final int length = Batch.lengthOf(put);

    private Stretch open(long maxBytes, int maxEntries) {
        return open(BLOCK_BYTES, maxBytes, maxEntries);
    }

    private Stretch open(int capacity, long maxBytes, int maxEntries) {
        batch.sealOpen();
        batch.enter(allocator.allocate(capacity), batch.size() == 0 ? SLOTS : 0, maxEntries);
        return batch.openStretch(maxBytes, maxEntries);
    }

    private Outcome append(Stretch stretch, int reserved) {
        return stretch.append(
                put, reserved, MutationKind.shapeOf(put), MutationExtras.NONE, new CompletableFuture<Void>());
    }

    @Test
    void append_maxEntries_saysFilledOnceThenRefuses() {
        Stretch stretch = open(1_000, 2);
        assertThat(append(stretch, length)).isEqualTo(Outcome.APPENDED);
        assertThat(stretch.isFull()).isFalse();
        assertThat(append(stretch, length)).isEqualTo(Outcome.FILLED);
        assertThat(stretch.isFull()).isTrue();
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void append_maxBytes_isFilledByTheOneThatReachesThem() {
        Stretch stretch = open(length + 1L, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.APPENDED);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FILLED);
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void append_noSlotLeft_isRefusedButTheBatchIsNotFull() {
        Stretch stretch = open(Long.MAX_VALUE / 2, 100);
        int slots = SLOTS;
        for (int i = 0; i < slots; i++) {
            assertThat(append(stretch, length)).isNotEqualTo(Outcome.REFUSED);
        }
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
        assertThat(stretch.isFull()).isFalse();
        batch.sealOpen();
        assertThat(batch.nextBlock(length))
                .as("columns come with a block")
                .isEqualTo(new NextBlock(BLOCK_BYTES, SLOTS));
    }

    @Test
    void append_sealed_isRefused() {
        Stretch stretch = open(1_000, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.APPENDED);
        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
        assertThat(batch.size()).isOne();
    }

    @Test
    void openStretch_afterALargeEntry_goesOnWhereThereIsMoreRoom() {
        Stretch small = open(Long.MAX_VALUE / 2, 100);
        assertThat(append(small, length)).isEqualTo(Outcome.APPENDED);
        Stretch large = open(2_000, Long.MAX_VALUE / 2, 100);
        assertThat(append(large, 1_990)).isEqualTo(Outcome.APPENDED);
        batch.sealOpen();
        assertThat(batch.nextBlock(length)).isNull();

        batch.reenter();
        Stretch next = batch.openStretch(Long.MAX_VALUE / 2, 100);
        assertThat(append(next, length)).isEqualTo(Outcome.APPENDED);

        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        assertThat(batch.array(2)).isSameAs(batch.array(0));
        assertThat(batch.offset(2)).isEqualTo(length);
    }

    @Test
    void append_lengthBeyondTheMutation_becomesVoidAndHarmsNobody() {
        Stretch stretch = open(1_000, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.APPENDED);
        assertThat(append(stretch, length + 50)).isEqualTo(Outcome.APPENDED);
        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        assertThat(batch.hasVoid()).isTrue();
        assertThat(batch.isVoid(0)).isFalse();
        assertThat(batch.isVoid(1)).isTrue();
    }
}
