package io.sluice.internal.batch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NextBlockTest {
    private static final int BLOCK_BYTES = 64 << 10;
    private static final NextBlock USUAL = new NextBlock(BLOCK_BYTES, 1_024);
    private static final NextBlock SMALL = new NextBlock(BLOCK_BYTES / 4, 128);

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 16);

    private NextBlock after(int entries, int valueBytes) {
        Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, new byte[] {'q'}, new byte[valueBytes]);
        Batch batch = Batches.fill(
                        new Batch(TableName.valueOf("t"), Batches.budgeted(allocator), 0),
                        allocator,
                        Collections.nCopies(entries, put))
                .batch();
        return NextBlock.after(batch, BLOCK_BYTES);
    }

    @Test
    void after_fewMutations_isOfTheirSize() {
        assertThat(after(1, 10)).isEqualTo(new NextBlock(1_024, 16));
        assertThat(after(16, 400).slots()).isEqualTo(16);
        assertThat(after(16, 400).capacity()).isGreaterThan(16 * 400).isLessThan(16 * 450);
    }

    @Test
    void after_aHundredMutations_isSmall() {
        assertThat(after(17, 10)).isEqualTo(SMALL);
        assertThat(after(100, 100)).isEqualTo(SMALL);
        assertThat(after(128, 10)).isEqualTo(SMALL);
        assertThat(SMALL.charge()).isLessThan(USUAL.charge() / 5);
    }

    @Test
    void after_moreBytesOrMutationsThanASmallBlockHas_isUsual() {
        assertThat(after(129, 10)).isEqualTo(USUAL);
        assertThat(after(100, 150)).isEqualTo(USUAL);
        assertThat(after(1_000, 100)).isEqualTo(USUAL);
    }

    @Test
    void following_isLikeTheFirst() {
        assertThat(NextBlock.following(16, BLOCK_BYTES)).isEqualTo(SMALL);
        assertThat(NextBlock.following(128, BLOCK_BYTES)).isEqualTo(SMALL);
        assertThat(NextBlock.following(1_024, BLOCK_BYTES)).isEqualTo(USUAL);
    }

    /** Sets of 16, 128, 128 and so on: each entry keeps its own slot. */
    @Test
    void batchThatOutgrowsATinyBlock_goesOnInSmallOnes() {
        Batch batch = new Batch(TableName.valueOf("t"), Batches.budgeted(allocator), 0);
        NextBlock first = NextBlock.first(BLOCK_BYTES);
        batch.enter(allocator.allocate(first.capacity()), first.slots(), 1_000);
        BatchSegment unused = batch.openSegment(Long.MAX_VALUE / 2, 1_000);
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
    void with_anEntryLargerThanTheBlock_isOfTheSizeOfTheEntry() {
        assertThat(USUAL.with(BLOCK_BYTES, BLOCK_BYTES)).isEqualTo(USUAL);
        assertThat(USUAL.with(100_000, BLOCK_BYTES)).isEqualTo(new NextBlock(100_000, 16));
        assertThat(SMALL.with(20_000, BLOCK_BYTES)).isEqualTo(new NextBlock(20_000, 16));
        assertThat(NextBlock.first(BLOCK_BYTES).with(100, BLOCK_BYTES)).isEqualTo(new NextBlock(1_024, 16));
    }
}
