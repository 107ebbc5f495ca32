package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Put;
import io.sluice.Row;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Fills batches for tests. */
final class Batches {
    private Batches() {}

    /** A batch and the futures of its entries. */
    record Filled(Batch batch, List<CompletableFuture<Void>> futures) {
        CompletableFuture<Void> future(int entry) {
            return futures.get(entry);
        }
    }

    static Put put(String row) {
        return new Put(bytes(row)).addColumn(bytes("f"), bytes("q"), bytes("v" + row));
    }

    static Filled puts(PooledBlockAllocator allocator, String... rows) {
        return fill(allocator, Arrays.stream(rows).map(Batches::put).toList());
    }

    static Filled fill(PooledBlockAllocator allocator, List<? extends Row> rows) {
        return fill(new Batch(Regions.TABLE, budgeted(allocator), 0), allocator, rows);
    }

    /** Blocks of an allocator, with a budget that does not matter. */
    static BudgetedBlocks budgeted(PooledBlockAllocator allocator) {
        return new BudgetedBlocks(allocator, new ByteBudget(Long.MAX_VALUE));
    }

    /** Fills and seals a batch that has no entry. */
    static Filled fill(Batch batch, PooledBlockAllocator allocator, List<? extends Row> rows) {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (Row row : rows) {
            CompletableFuture<Void> future = new CompletableFuture<>();
            futures.add(future);
            append(batch, allocator, row, future);
        }
        batch.seal();
        assertThat(batch.isComplete()).isTrue();
        return new Filled(batch, futures);
    }

    /** Appends one entry to a batch that is not sealed. */
    static void append(Batch batch, PooledBlockAllocator allocator, Row row, Object receiver) {
        append(batch, allocator, row, Batch.lengthOf(row), receiver);
    }

    /** Appends one entry of this length, which cannot be copied if the row has fewer bytes. */
    static void append(Batch batch, PooledBlockAllocator allocator, Row row, int length, Object receiver) {
        append(batch, allocator, row, length, MutationKind.shapeOf(row), MutationExtras.of(row, () -> 1), receiver);
    }

    static void append(
            Batch batch,
            PooledBlockAllocator allocator,
            Row row,
            int length,
            int shape,
            MutationExtras extras,
            Object receiver) {
        batch.sealOpen();
        int needed = batch.nextBytes(length);
        if (needed == 0) {
            batch.reenter();
        } else {
            Block block = budgeted(allocator).allocate(needed, batch.nextCharge(needed));
            batch.enter(block, Integer.MAX_VALUE);
        }
        BatchSegment segment = batch.openSegment(Long.MAX_VALUE / 2, Integer.MAX_VALUE);
        assertThat(segment.append(row, length, shape, extras, receiver)).isNotEqualTo(BatchSegment.Outcome.REFUSED);
    }

    /** Whether every entry has settled and what waited for that has been told. */
    static boolean isSettled(Batch batch) {
        boolean[] told = {false};
        batch.whenSettled(() -> told[0] = true);
        return told[0];
    }
}
