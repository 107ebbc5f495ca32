package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.bytes;

import io.sluice.Put;
import io.sluice.Row;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.BlockAllocator;
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

    static Filled puts(BlockAllocator allocator, String... rows) {
        return fill(allocator, Arrays.stream(rows).map(Batches::put).toList());
    }

    static Filled fill(BlockAllocator allocator, List<? extends Row> rows) {
        Batch batch = new Batch(Regions.TABLE, allocator, 1, 0);
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (Row row : rows) {
            int length = Batch.lengthOf(row);
            if (!batch.fits(length)) {
                batch.addBlock(allocator.allocate(length));
            }
            CompletableFuture<Void> future = new CompletableFuture<>();
            futures.add(future);
            batch.append(row, MutationExtras.of(row, () -> 1), future);
        }
        return new Filled(batch, futures);
    }
}
