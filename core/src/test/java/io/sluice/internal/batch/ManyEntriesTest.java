package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Ordering;
import io.sluice.Put;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.retry.RetryPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A batch with many entries in one segment, and in one request. {@link Batches} makes a segment for each entry. */
class ManyEntriesTest {
    private static final int BLOCK_BYTES = 64 << 10;
    private static final int IN_FIRST_BLOCK = 3;
    private static final int ENTRIES = 325;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(BLOCK_BYTES, 4);
    private final Batch batch = new Batch(Regions.TABLE, Batches.budgeted(allocator), 0);

    private static String row(int entry) {
        return "row" + entry;
    }

    private void append(int from, int to) {
        batch.enter(allocator.allocate(BLOCK_BYTES), ENTRIES);
        BatchSegment segment = batch.openSegment(Long.MAX_VALUE / 2, ENTRIES);
        for (int entry = from; entry < to; entry++) {
            Put put = Batches.put(row(entry));
            assertThat(segment.append(
                            put,
                            Batch.lengthOf(put),
                            MutationKind.shapeOf(put),
                            MutationExtras.NONE,
                            new CompletableFuture<Void>()))
                    .isNotEqualTo(BatchSegment.Outcome.REFUSED);
        }
        batch.sealOpen();
    }

    private void fill() {
        append(0, IN_FIRST_BLOCK);
        append(IN_FIRST_BLOCK, ENTRIES);
        batch.seal();
        assertThat(batch.size()).isEqualTo(ENTRIES);
    }

    @Test
    void seal_manyEntriesInTheSecondBlock_eachLiesThere() {
        fill();
        assertThat(IntStream.range(0, ENTRIES).mapToObj(entry -> new String(batch.row(entry))))
                .isEqualTo(IntStream.range(0, ENTRIES)
                        .mapToObj(ManyEntriesTest::row)
                        .toList());
    }

    @Test
    void expose_requestOfManyEntries_exposesEach() {
        fill();
        DispatchSettings settings = new DispatchSettings(
                Ordering.NONE, 1 << 20, ENTRIES, new RetryPolicy(1, 0, 0, () -> 0), 1, 1, 1, Map.of());
        List<ServerBatch> requests =
                new RegionGrouper(batch, null, Regions.map(Regions.table(1)), settings, new ServerLimits()).group();
        assertThat(requests).hasSize(1);
        assertThat(IntStream.range(0, ENTRIES).filter(batch::mayBeApplied)).isEmpty();

        assertThat(batch.expose(requests.get(0))).isTrue();

        assertThat(IntStream.range(0, ENTRIES).filter(batch::mayBeApplied)).hasSize(ENTRIES);
    }
}
