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

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 10);
    private final Batch batch = new Batch(Regions.TABLE, allocator, 0);
    private final Put put = Batches.put("row");
    private final int length = Batch.lengthOf(put);

    private Stretch open(long maxBytes, int maxEntries) {
        return batch.openStretch(allocator.allocate(), maxBytes, maxEntries, 0);
    }

    private Outcome append(Stretch stretch, int reserved) {
        return stretch.append(put, reserved, EntryShape.of(put), MutationExtras.NONE, new CompletableFuture<Void>());
    }

    @Test
    void append_first_saysSoOnce() {
        Stretch stretch = open(1_000, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FIRST);
        assertThat(append(stretch, length)).isEqualTo(Outcome.APPENDED);
        Stretch second = open(1_000, 100);
        assertThat(append(second, length)).isEqualTo(Outcome.APPENDED);
    }

    @Test
    void append_maxEntries_saysFilledOnceThenRefuses() {
        Stretch stretch = open(1_000, 2);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FIRST);
        assertThat(stretch.isFull()).isFalse();
        assertThat(append(stretch, length)).isEqualTo(Outcome.FILLED);
        assertThat(stretch.isFull()).isTrue();
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void append_maxBytes_isFilledByTheOneThatReachesThem() {
        Stretch stretch = open(length + 1L, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FIRST);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FILLED);
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
    }

    @Test
    void append_noSlotLeft_isRefusedButTheBatchIsNotFull() {
        Stretch stretch = open(Long.MAX_VALUE / 2, 100);
        int slots = BLOCK_BYTES / 64;
        for (int i = 0; i < slots; i++) {
            assertThat(append(stretch, length)).isNotEqualTo(Outcome.REFUSED);
        }
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
        assertThat(stretch.isFull()).isFalse();
        batch.sealOpen();
        assertThat(batch.needsBlock(length)).as("the columns go with the block").isTrue();
    }

    @Test
    void append_sealed_isRefused() {
        Stretch stretch = open(1_000, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FIRST);
        assertThat(batch.seal()).isTrue();
        assertThat(append(stretch, length)).isEqualTo(Outcome.REFUSED);
        assertThat(batch.size()).isOne();
    }

    @Test
    void openStretch_afterALargeEntry_goesOnWhereThereIsMoreRoom() {
        Stretch small = open(Long.MAX_VALUE / 2, 100);
        assertThat(append(small, length)).isEqualTo(Outcome.FIRST);
        Stretch large = batch.openStretch(allocator.allocate(2_000), Long.MAX_VALUE / 2, 100, 0);
        assertThat(append(large, 1_990)).isEqualTo(Outcome.APPENDED);
        batch.sealOpen();
        assertThat(batch.needsBlock(length)).isFalse();

        Stretch next = batch.openStretch(null, Long.MAX_VALUE / 2, 100, 0);
        assertThat(append(next, length)).isEqualTo(Outcome.APPENDED);

        assertThat(batch.seal()).isTrue();
        assertThat(batch.array(2)).isSameAs(batch.array(0));
        assertThat(batch.offset(2)).isEqualTo(length);
    }

    @Test
    void append_lengthBeyondTheMutation_becomesVoidAndHarmsNobody() {
        Stretch stretch = open(1_000, 100);
        assertThat(append(stretch, length)).isEqualTo(Outcome.FIRST);
        assertThat(append(stretch, length + 50)).isEqualTo(Outcome.APPENDED);
        assertThat(batch.seal()).isTrue();
        assertThat(batch.hasVoid()).isTrue();
        assertThat(batch.isVoid(0)).isFalse();
        assertThat(batch.isVoid(1)).isTrue();
    }
}
