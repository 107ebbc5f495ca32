package io.sluice.simulation;

import io.sluice.internal.memory.Block;
import io.sluice.internal.memory.PooledBlockAllocator;
import java.util.Arrays;

/** Knows what is really held, and spoils what is given back, so that a late reader reads nonsense. */
final class CountingAllocator extends PooledBlockAllocator {
    private static final byte SPOILT = 0x5a;
    private static final int MAX_SPOILT_BYTES = 1 << 20;

    private final Ports ports;
    private long heldBytes;
    private int heldBlocks;

    CountingAllocator(int blockBytes, Ports ports) {
        super(blockBytes, 32);
        this.ports = ports;
    }

    /** Capacity of all blocks that are out. */
    long heldBytes() {
        return heldBytes;
    }

    int heldBlocks() {
        return heldBlocks;
    }

    @Override
    public Block allocate(int capacity) {
        ports.called(Ports.Port.ALLOCATE);
        Block block = super.allocate(capacity);
        heldBytes += capacity;
        heldBlocks++;
        return block;
    }

    @Override
    public void release(Block block) {
        heldBytes -= block.capacity();
        heldBlocks--;
        Arrays.fill(block.bytes(), 0, Math.min(block.capacity(), MAX_SPOILT_BYTES), SPOILT);
        super.release(block);
        ports.called(Ports.Port.RELEASE);
    }
}
