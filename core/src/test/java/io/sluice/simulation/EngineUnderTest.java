package io.sluice.simulation;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.Row;
import io.sluice.TableName;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.BatchMemory;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.MutationExtras;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.cell.AttributeCodec;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.RegionLookup;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.roworder.RowHash;
import io.sluice.internal.trace.WriteTracer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * All that the simulation knows of the engine's inside: how it is put together, what the budget says, and how the bytes of a
 * request are read. When the engine changes, this class changes and no other of the package.
 */
final class EngineUnderTest {
    static {
        // The engine hashes rows with a number that it draws once in the life of a JVM.
        Seeds.ofThisThread(1);
        long unused = RowHash.of(new byte[1], 0, 1);
    }

    private final ByteBudget budget;
    private final Shares shares;
    private final WriteEngine engine;

    /**
     * What an engine is made of.
     *
     * @param share of the budget for one server or region; 1 for no limit
     * @param tracer or null
     * @param timesWanted whether somebody reads how long mutations take
     */
    record Parts(
            long budgetBytes,
            double share,
            VirtualTime time,
            PooledBlockAllocator allocator,
            BatchSender sender,
            RegionLookup lookup,
            @Nullable WriteTracer tracer,
            boolean timesWanted) {}

    EngineUnderTest(Parts parts) {
        budget = new ByteBudget(parts.budgetBytes());
        shares = new Shares(parts.budgetBytes(), parts.share());
        ClientNumbers numbers = new ClientNumbers();
        if (parts.timesWanted()) {
            numbers.startReading();
        }
        VirtualTime time = parts.time();
        engine = new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                new CachingRegionLocator(parts.lookup()),
                parts.sender(),
                time,
                time,
                parts.allocator(),
                budget,
                shares,
                numbers,
                parts.tracer(),
                time,
                time::onNetworkThread,
                new ConcurrentHashMap<>()));
    }

    /** To be called before the first seed is set. */
    static void prepare() {
        // What there is to do is done when the class is initialized.
    }

    AsyncBufferedMutatorBuilder newBuilder(TableName table, @Nullable Executor completions) {
        return engine.newBuilder(table, completions);
    }

    CompletableFuture<CloseResult> closeAsync(Duration deadline) {
        return engine.closeAsync(deadline);
    }

    long usedBytes() {
        return budget.usedBytes();
    }

    /** The most that the budget is charged for before a mutation of this length has room. */
    static long mostCharged(int length, int blockBytes) {
        return BatchMemory.mostCharged(length, blockBytes);
    }

    /** How many wait for room in the budget. */
    int waiters() {
        return budget.waiters();
    }

    /** Places that count as having something on its way. */
    int busyPlaces() {
        return shares.largest(Integer.MAX_VALUE).size();
    }

    /** What a mutation takes of a block. */
    static int lengthOf(Row row) {
        return Batch.lengthOf(row);
    }

    /** The numbers of the mutations of a request, by position; a negative one for bytes that are not a mutation's. */
    static long[] numbersOf(ServerBatch request) {
        long[] numbers = new long[request.mutationCount()];
        Batch batch = request.batch();
        for (int position = 0; position < numbers.length; position++) {
            try {
                numbers[position] = numberOf(batch, request.mutation(position));
            } catch (RuntimeException e) {
                numbers[position] = Write.NOT_A_NUMBER;
            }
        }
        return numbers;
    }

    /** The number that all parts of an entry have. */
    private static long numberOf(Batch batch, int entry) {
        byte[] array = batch.array(entry);
        int offset = batch.offset(entry);
        MutationExtras extras = batch.extras(entry);
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            return numberOf(batch.kind(entry), array, offset, batch.bodyLength(entry), extras);
        }
        Set<Long> numbers = new HashSet<>();
        for (MutationExtras.Part part : extras.parts()) {
            numbers.add(numberOf(part.kind(), array, offset, part.bodyLength(), part.extras()));
            offset += part.length();
        }
        return numbers.size() == 1 ? numbers.iterator().next() : Write.NOT_A_NUMBER;
    }

    /** The number in the first cell, which is also in the attribute, if there should be one. */
    private static long numberOf(MutationKind kind, byte[] array, int offset, int bodyLength, MutationExtras extras) {
        CellReader cell = new CellReader(array, offset, bodyLength);
        if (!cell.next()) {
            return Write.NOT_A_NUMBER;
        }
        long number = Write.numberIn(cell.array(), cell.qualifierOffset(), cell.qualifierLength());
        Set<Long> attributes = new HashSet<>();
        AttributeCodec.decode(
                array,
                offset + bodyLength,
                extras.attributeBytes(),
                (name, value) -> attributes.add(Write.numberIn(value, 0, Long.BYTES)));
        Set<Long> wanted = kind == MutationKind.PUT && Write.hasAttribute(number) ? Set.of(number) : Set.of();
        return attributes.equals(wanted) ? number : Write.NOT_A_NUMBER;
    }
}
