package io.sluice.bench.allocator;

import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/** Sluice's allocator. */
final class SluiceBlocks implements BlockSource {
    private final PooledBlockAllocator allocator;

    SluiceBlocks(int blockBytes, int maxFree) {
        allocator = new PooledBlockAllocator(blockBytes, maxFree);
    }

    @Override
    public void takeAndGive(Blackhole hole) {
        Block block = allocator.allocate();
        hole.consume(block);
        allocator.release(block);
    }

    @Override
    public void fill(int blocks) {
        List<Block> taken = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            taken.add(allocator.allocate());
        }
        taken.forEach(allocator::release);
    }
}
