package io.sluice.internal.batch;

import io.sluice.Row;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Makes batches and requests as the engine does, for tests of who sends them. */
public final class BatchFixture {
    public static final TableName TABLE = TableName.valueOf("t");
    public static final ServerName SERVER = ServerName.valueOf("127.0.0.1", 16020, 1);

    private BatchFixture() {}

    /** A batch of these rows, in blocks of this size. */
    public static Batch batch(List<? extends Row> rows, int blockSize, LongSupplier nonces) {
        BudgetedBlocks allocator =
                new BudgetedBlocks(new PooledBlockAllocator(blockSize, 16), new ByteBudget(Long.MAX_VALUE));
        Batch batch = new Batch(TABLE, allocator, 0);
        for (Row row : rows) {
            int length = Batch.lengthOf(row);
            batch.sealOpen();
            int needed = batch.nextBytes(length);
            if (needed == 0) {
                batch.reenter();
            } else {
                batch.enter(allocator.allocate(needed, batch.nextCharge(needed)), Integer.MAX_VALUE);
            }
            BatchSegment segment = batch.openSegment(Long.MAX_VALUE / 2, Integer.MAX_VALUE);
            MutationExtras extras = MutationExtras.of(row, nonces);
            BatchSegment.Outcome outcome =
                    segment.append(row, length, MutationKind.shapeOf(row), extras, new CompletableFuture<Void>());
            if (outcome == BatchSegment.Outcome.REFUSED) {
                throw new IllegalStateException("no room for " + length + " bytes");
            }
        }
        batch.seal();
        if (!batch.isComplete()) {
            throw new IllegalStateException("not complete");
        }
        return batch;
    }

    public static ServerBatch request(
            Batch batch, List<Slice> slices, int[] mutations, Map<String, byte[]> attributes) {
        return request(batch, SERVER, slices, mutations, attributes);
    }

    private static ServerBatch request(
            Batch batch, ServerName server, List<Slice> slices, int[] mutations, Map<String, byte[]> attributes) {
        long bytes = IntStream.of(mutations).mapToLong(batch::length).sum();
        return new ServerBatch(batch, server, slices, Order.of(mutations), 0, mutations.length, bytes, attributes);
    }

    /** All rows as one request to one region, which has all rows of the table. */
    public static ServerBatch request(List<? extends Row> rows) {
        return request(rows, wholeTable());
    }

    public static ServerBatch request(List<? extends Row> rows, RegionLocation region) {
        Batch batch = batch(rows, 64 << 10, () -> 0);
        int[] all = IntStream.range(0, rows.size()).toArray();
        return request(batch, List.of(new Slice(region, 0, rows.size(), false, 0)), all, Map.of());
    }

    /** All rows as one request to one region of a server. */
    public static ServerBatch request(ServerName server, List<? extends Row> rows) {
        Batch batch = batch(rows, 64 << 10, () -> 0);
        int[] all = IntStream.range(0, rows.size()).toArray();
        Slice slice = new Slice(wholeTable(), 0, rows.size(), false, 0);
        return request(batch, server, List.of(slice), all, Map.of());
    }

    /** Has a request tell its server of a trace. */
    public static void carry(ServerBatch request, Map<String, String> headers) {
        request.carry(headers);
    }

    public static RegionLocation wholeTable() {
        return region("t,,1795242947021.5049f78388ce8b489455d390e5b45f47.", new byte[0], new byte[0]);
    }

    public static RegionLocation region(String name, byte[] start, byte[] end) {
        return new RegionLocation(TABLE, name.getBytes(StandardCharsets.US_ASCII), start, end, SERVER, 1);
    }

    /** Bytes of an entry that a test may damage. */
    public static byte[] memory(ServerBatch request) {
        return request.batch().array(request.mutation(0));
    }
}
