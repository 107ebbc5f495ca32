package io.sluice.internal.memory;

/**
 * Blocks that a budget has been charged for. A block carries its charge until it comes back, so that charge and credit
 * cannot differ.
 */
public final class BudgetedBlocks implements BlockAllocator {
    private final BlockAllocator blocks;
    private final ByteBudget budget;

    public BudgetedBlocks(BlockAllocator blocks, ByteBudget budget) {
        this.blocks = blocks;
        this.budget = budget;
    }

    @Override
    public int blockSize() {
        return blocks.blockSize();
    }

    @Override
    public Block allocate(int capacity) {
        return allocate(capacity, capacity);
    }

    /** A block that is charged whether there is room or not. */
    @Override
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

    @Override
    public void release(Block block) {
        long charge = block.charge();
        try {
            blocks.release(block);
        } finally {
            budget.give(charge);
        }
    }

    /**
     * Credits all of them at once. Otherwise each credit would wake a thread for one block, which the thread would fill and
     * then wait again before the next block comes back.
     */
    @Override
    public void release(Block[] all, int from, int to) {
        long charge = 0;
        for (int i = from; i < to; i++) {
            charge += all[i].charge();
        }
        try {
            blocks.release(all, from, to);
        } finally {
            budget.give(charge);
        }
    }
}
