package io.sluice.internal.memory;

/**
 * Blocks that a budget has been charged for. A block carries its charge until it comes back, so that charge and credit
 * cannot differ.
 */
public final class BudgetedBlocks {
    private final PooledBlockAllocator blocks;
    private final ByteBudget budget;

    public BudgetedBlocks(PooledBlockAllocator blocks, ByteBudget budget) {
        this.blocks = blocks;
        this.budget = budget;
    }

    public ByteBudget budget() {
        return budget;
    }

    /** Capacity in bytes of the usual blocks. */
    public int blockSize() {
        return blocks.blockSize();
    }

    /**
     * A block that is charged whether there is room or not.
     *
     * @param charge of its bytes and of all that belongs to them
     */
    public Block allocate(int capacity, long charge) {
        budget.takeUnbounded(charge);
        return open(capacity, charge);
    }

    /**
     * A block for which the budget was charged before.
     *
     * @param charge what was taken from the budget for it; given back at once if there is no memory
     */
    public Block open(int capacity, long charge) {
        boolean opened = false;
        try {
            Block block = blocks.allocate(capacity);
            block.charge(charge);
            opened = true;
            return block;
        } finally {
            if (!opened) {
                budget.give(charge);
            }
        }
    }

    /** Takes a block back, see {@link PooledBlockAllocator#release}. */
    public void release(Block block) {
        long charge = block.charge();
        try {
            blocks.release(block);
        } finally {
            budget.give(charge);
        }
    }

    /**
     * Takes the first blocks of an array back, this many: all of them, even if one throws. Credits all of them at once.
     * Otherwise each credit would wake a thread for one block, which the thread would fill and then wait again before the
     * next block comes back.
     */
    public void release(Block[] all, int count) {
        long charge = 0;
        for (int i = 0; i < count; i++) {
            charge += all[i].charge();
        }
        try {
            releaseFrom(all, 0, count);
        } finally {
            budget.give(charge);
        }
    }

    private void releaseFrom(Block[] all, int from, int to) {
        int next = from;
        try {
            while (next < to) {
                blocks.release(all[next++]);
            }
        } finally {
            if (next < to) {
                releaseFrom(all, next, to);
            }
        }
    }
}
