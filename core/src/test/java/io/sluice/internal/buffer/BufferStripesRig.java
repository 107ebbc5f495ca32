package io.sluice.internal.buffer;

import io.sluice.FlushReason;
import io.sluice.Put;
import io.sluice.internal.batch.Batch;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The buffers of one mutator with nothing behind them: what they send is kept, and the test says how many there are. */
final class BufferStripesRig {
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

    private BufferStripe make(Runnable crowded, Runnable aged) {
        WriteBuffer.Trigger trigger = new WriteBuffer.Trigger(1 << 20, maxMutations);
        WriteBuffer buffer = new WriteBuffer(Regions.TABLE, allocator, budget, Clock.system(), trigger);
        FlushTimer timer = new FlushTimer(buffer, (task, delay) -> () -> {}, Clock.system(), 0, sent::add);
        Intake.Pressure pressure = new Intake.Pressure(() -> {}, () -> {});
        return new BufferStripe(buffer, new Intake(buffer, timer, budget, sent::add, pressure), sent::add);
    }

    /** Appends to the calling thread's buffer; false if that is closed. */
    boolean append(Put put, Object receiver) {
        try {
            return stripes.mine().add(put, Batch.lengthOf(put), receiver, (bytes, purse) -> bytes);
        } catch (IOException closed) {
            return false;
        }
    }

    void flush() {
        stripes.flush(FlushReason.EXPLICIT);
    }
}
