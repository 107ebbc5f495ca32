package io.sluice.internal.memory;

import io.sluice.LongForm;
import io.sluice.internal.memory.PooledBlockAllocator.Shape;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of threads that use blocks: no more than the bound is kept, and no block is given to two. One
 * stripe with one place, and one place in the queue, so that the threads meet in both.
 *
 * <p>Seen failing when {@code release} looks at the count first and counts the block afterwards, and when a stripe is
 * entered by reading and then writing.
 */
@Tag(LongForm.TAG)
public class PooledBlockAllocatorModelTest {
    private static final int MAX_FREE = 2;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(8, new Shape(1, 1, MAX_FREE - 1));
    private final Set<Block> used = ConcurrentHashMap.newKeySet();
    private final Set<Block> usedNow = ConcurrentHashMap.newKeySet();

    /** Two blocks, so that two threads can give back more than the pool has places. */
    @Operation
    public boolean use() {
        Block first = allocator.allocate();
        boolean mine = usedNow.add(first);
        Block second = allocator.allocate();
        mine &= usedNow.add(second);
        used.add(first);
        used.add(second);
        usedNow.remove(first);
        usedNow.remove(second);
        allocator.release(first);
        allocator.release(second);
        return mine;
    }

    @Validate
    public void theBoundIsKept() {
        require(allocator.blocksInUse() == 0, "a block is lost");
        require(allocator.blocksFree() <= MAX_FREE, "too many are counted");
        int kept = 0;
        while (used.contains(allocator.allocate())) {
            kept++;
        }
        require(kept <= MAX_FREE, "too many are kept");
    }

    /** Not by AssertJ, whose objects do not let themselves be compared by Lincheck. */
    private static void require(boolean kept, String what) {
        if (!kept) {
            throw new AssertionError(what);
        }
    }

    @Test
    void pool_anyInterleaving_keepsItsBound() {
        new ModelCheckingOptions()
                .actorsBefore(0)
                .actorsAfter(0)
                .threads(2)
                .actorsPerThread(1)
                .iterations(1)
                .invocationsPerIteration(LongForm.choose(800, 4_000))
                .check(getClass());
    }
}
