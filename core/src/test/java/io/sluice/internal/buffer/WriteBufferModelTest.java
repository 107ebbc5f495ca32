package io.sluice.internal.buffer;

import io.sluice.Bytes;
import io.sluice.LongForm;
import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.time.StackProbe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of appending, flushing and closing, while buffers become more and less: what was accepted is in
 * exactly one batch that was taken out, and every block belongs to one of them.
 *
 * <p>Seen failing with a lock that does nothing.
 */
@Tag(LongForm.TAG)
public class WriteBufferModelTest {
    private final BufferStripesRig rig = new BufferStripesRig(new PooledBlockAllocator(100, 10), 3, 2);
    private final AtomicInteger accepted = new AtomicInteger();
    private final Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, new byte[0], new byte[10]);

    @Operation
    public void append() {
        if (rig.append(put, new CompletableFuture<Void>())) {
            accepted.getAndIncrement();
        }
    }

    @Operation
    public void flush() {
        rig.flush();
    }

    @Operation
    public void grow() {
        rig.stripes.grow();
    }

    @Operation
    public void shrink() {
        rig.stripes.shrink();
    }

    @Operation
    public void close() {
        rig.stripes.close();
    }

    @Validate
    public void nothingIsLostOrDoubled() {
        rig.stripes.close();
        // Batches have no equals of their own.
        Set<Batch> different = new HashSet<>(rig.sent);
        List<byte[]> blocks = new ArrayList<>();
        int entries = 0;
        for (Batch batch : rig.sent) {
            entries += batch.size();
            for (int entry = 0; entry < batch.size(); entry++) {
                byte[] block = batch.array(entry);
                if (blocks.stream().noneMatch(known -> known == block)) {
                    blocks.add(block);
                }
            }
        }
        require(different.size() == rig.sent.size(), "a batch was taken twice");
        require(rig.stripes.unsettled().size() == rig.sent.size(), "a batch is not listed");
        require(entries == accepted.get(), "a mutation is lost or doubled");
        require(rig.allocator.blocksInUse() == blocks.size(), "a block is lost");
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
                .iterations(LongForm.choose(2, 8))
                .invocationsPerIteration(200)
                // Recursion on purpose, which it would take for a loop without end.
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(StackProbe.class.getName())
                        .allMethods()
                        .ignore())
                // Lincheck does not know its view of bytes as numbers.
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(Bytes.class.getName())
                        .allMethods()
                        .ignore())
                .check(getClass());
    }
}
