package io.sluice.internal.buffer;

import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.BudgetedBlocks;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The buffers of one mutator with nothing behind them: what they send is kept, and the test says how many there are. */
final class BufferStripesRig {
    private static final WriteBuffer.Gate NEVER_WAITS = (buffer, length, beganNanos) -> {
        throw new IllegalStateException("unbounded");
    };

    final PooledBlockAllocator allocator;
    final ByteBudget budget = new ByteBudget(1 << 20);
    final ConcurrentLinkedQueue<Batch> sent = new ConcurrentLinkedQueue<>();
    final BufferStripes stripes;
    private final int maxMutations;

    BufferStripesRig(PooledBlockAllocator allocator, int maxMutations, int mostStripes) {
        this.allocator = allocator;
        this.maxMutations = maxMutations;
        stripes = new BufferStripes(this::make, mostStripes);
    }

    private WriteBuffer make(Runnable crowded, Runnable aged) {
        return new WriteBuffer(
                Regions.TABLE,
                new BudgetedBlocks(allocator, budget),
                Clock.system(),
                (task, delay) -> () -> {},
                new WriteBuffer.Settings(1 << 20, maxMutations, 0),
                true,
                batch -> {},
                batch -> {
                    if (batch.claimDispatch()) {
                        sent.add(batch);
                    }
                },
                () -> 0,
                () -> {},
                () -> {});
    }

    /** Appends to the calling thread's buffer; false if that is closed. */
    boolean append(Put put, Object receiver) {
        try {
            return stripes.mine().add(put, Batch.lengthOf(put), receiver, NEVER_WAITS);
        } catch (IOException closed) {
            return false;
        }
    }

    void flush() {
        stripes.flush();
    }
}
