package com.amazon.ion.impl.bin;

import io.sluice.bench.allocator.BlockSource;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/**
 * ion-java's pooled blocks, in the version that this class was loaded with. It keeps 64 MiB of free blocks of each
 * size.
 */
public final class IonBlocks implements BlockSource {
    private final BlockAllocator allocator;

    private IonBlocks(BlockAllocator allocator) {
        this.allocator = allocator;
    }

    /** Opens the allocator of this size. */
    public static BlockSource of(int blockBytes) {
        return new IonBlocks(PooledBlockAllocatorProvider.getInstance().vendAllocator(blockBytes));
    }

    @Override
    public void takeAndGive(Blackhole hole) {
        Block block = allocator.allocateBlock();
        hole.consume(block);
        block.close();
    }

    @Override
    public void fill(int blocks) {
        List<Block> taken = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            taken.add(allocator.allocateBlock());
        }
        taken.forEach(Block::close);
    }
}
