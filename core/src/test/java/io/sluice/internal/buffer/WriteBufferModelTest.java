package io.sluice.internal.buffer;

import io.sluice.FlushReason;
import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of appending, flushing and closing: what was accepted is in exactly one batch that was taken
 * out, and every block belongs to one of them.
 *
 * <p>Seen failing with a lock that does nothing.
 */
public class WriteBufferModelTest {
    private final PooledBlockAllocator allocator = new PooledBlockAllocator(100, 10);
    private final ByteBudget budget = new ByteBudget(1 << 20);
    private final WriteBuffer buffer =
            new WriteBuffer(Regions.TABLE, allocator, budget, Clock.system(), new WriteBuffer.Trigger(1 << 20, 3));
    private final Intake intake = new Intake(
            buffer,
            new FlushTimer(buffer, (task, delay) -> () -> {}, Clock.system(), 0, this::take),
            budget,
            this::take,
            () -> {});
    private final ConcurrentLinkedQueue<Batch> taken = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, new byte[0], new byte[10]);

    private void take(@Nullable Batch batch) {
        if (batch != null) {
            taken.add(batch);
        }
    }

    @Operation
    public void append() {
        try {
            if (intake.add(put, Batch.lengthOf(put), new CompletableFuture<Void>(), (bytes, purse) -> bytes)) {
                accepted.getAndIncrement();
            }
        } catch (IOException e) {
            // Not accepted.
        }
    }

    @Operation
    public void flush() {
        take(buffer.takeActive(FlushReason.EXPLICIT));
    }

    @Operation
    public void close() {
        take(buffer.close());
    }

    @Validate
    public void nothingIsLostOrDoubled() {
        take(buffer.close());
        // Batches have no equals of their own.
        Set<Batch> different = new HashSet<>(taken);
        List<byte[]> blocks = new ArrayList<>();
        int entries = 0;
        for (Batch batch : taken) {
            entries += batch.size();
            for (int entry = 0; entry < batch.size(); entry++) {
                byte[] block = batch.array(entry);
                if (blocks.stream().noneMatch(known -> known == block)) {
                    blocks.add(block);
                }
            }
        }
        require(different.size() == taken.size(), "a batch was taken twice");
        require(buffer.unsettled().size() == taken.size(), "a batch is not listed");
        require(entries == accepted.get(), "a mutation is lost or doubled");
        require(allocator.blocksInUse() == blocks.size(), "a block is lost");
    }

    /** Not by AssertJ, whose objects do not let themselves be compared by Lincheck. */
    private static void require(boolean kept, String what) {
        if (!kept) {
            throw new AssertionError(what);
        }
    }

    @Test
    void buffer_anyInterleaving_losesAndDoublesNothing() {
        new ModelCheckingOptions()
                .actorsBefore(0)
                .actorsAfter(0)
                .threads(3)
                .actorsPerThread(2)
                .iterations(5)
                .invocationsPerIteration(200)
                .check(getClass());
    }
}
