package io.sluice.internal.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Threads that take blocks, write into them, pass them on and give them back, and notice when somebody else does too. */
final class BlockUsers {
    private final PooledBlockAllocator allocator;
    private final Set<Block> seen = ConcurrentHashMap.newKeySet();
    private final Set<Block> out = ConcurrentHashMap.newKeySet();
    private final Queue<Held> passedOn = new ConcurrentLinkedQueue<>();

    private record Held(Block block, byte stamp) {}

    BlockUsers(PooledBlockAllocator allocator) {
        this.allocator = allocator;
    }

    /**
     * Takes random steps. What is still held in the end is passed on.
     *
     * @return whether each block was empty and this thread's alone
     */
    boolean use(Random random, int steps) {
        List<Held> mine = new ArrayList<>();
        boolean alone = true;
        for (int i = 0; i < steps; i++) {
            int choice = random.nextInt(10);
            if (choice < 5) {
                alone &= take(mine, (byte) random.nextInt());
            } else if (choice < 8 && !mine.isEmpty()) {
                alone &= give(mine.remove(random.nextInt(mine.size())));
            } else if (choice < 9 && !mine.isEmpty()) {
                passedOn.add(mine.remove(0));
            } else {
                Held other = passedOn.poll();
                alone &= other == null || give(other);
            }
        }
        passedOn.addAll(mine);
        return alone;
    }

    private boolean take(List<Held> mine, byte stamp) {
        Block block = allocator.allocate();
        boolean fresh = out.add(block);
        seen.add(block);
        block.bytes()[0] = stamp;
        mine.add(new Held(block, stamp));
        return fresh;
    }

    private boolean give(Held held) {
        Block block = held.block();
        boolean untouched = block.bytes()[0] == held.stamp() && out.remove(block);
        allocator.release(block);
        return untouched;
    }

    /** Blocks that are out, when no thread is at work. */
    int out() {
        return out.size();
    }

    /** Gives back all blocks that are out. */
    void releaseAll() {
        passedOn.clear();
        out.forEach(allocator::release);
        out.clear();
    }

    /** How many blocks the pool has kept: takes them all, until a new one comes. All are out then. */
    int countKept() {
        int kept = 0;
        while (true) {
            Block block = allocator.allocate();
            out.add(block);
            if (seen.add(block)) {
                return kept;
            }
            kept++;
        }
    }
}
