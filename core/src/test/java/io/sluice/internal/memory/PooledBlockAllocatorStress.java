package io.sluice.internal.memory;

import io.sluice.internal.memory.PooledBlockAllocator.Shape;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two threads and a pool, on a real processor with a real compiler. The pools have one stripe or two, so that the threads
 * meet: in the stripe, in the queue, and on their ways to another stripe.
 */
public final class PooledBlockAllocatorStress {
    private static final int BLOCK_BYTES = 8;

    private PooledBlockAllocatorStress() {}

    /** One stripe with one place, and one place in the queue. */
    private static PooledBlockAllocator tight() {
        return new PooledBlockAllocator(BLOCK_BYTES, new Shape(1, 1, 1));
    }

    /** Takes and gives two blocks, so that the pool begins with two free ones. */
    private static PooledBlockAllocator filled(PooledBlockAllocator allocator) {
        Block first = allocator.allocate();
        Block second = allocator.allocate();
        allocator.release(first);
        allocator.release(second);
        return allocator;
    }

    /** How many of these are in the pool, by taking them. */
    private static int kept(PooledBlockAllocator allocator, Block[] mine, Block[] yours) {
        List<Block> known = Stream.concat(Stream.of(mine), Stream.of(yours)).toList();
        int kept = 0;
        while (known.contains(allocator.allocate())) {
            kept++;
        }
        return kept;
    }

    /** A block is out once only, wherever it came from, and all are counted. */
    @JCStressTest
    @Outcome(id = "0, 2", expect = Expect.ACCEPTABLE, desc = "two blocks")
    @Outcome(expect = Expect.FORBIDDEN, desc = "one block for two, or lost count")
    @State
    public static class Take {
        private final PooledBlockAllocator allocator = filled(tight());
        private Block mine = new Block(0);
        private Block yours = new Block(0);

        @Actor
        public void one() {
            mine = allocator.allocate();
        }

        @Actor
        public void other() {
            yours = allocator.allocate();
        }

        @Arbiter
        public void look(II_Result result) {
            result.r1 = mine.equals(yours) ? 1 : 0;
            result.r2 = allocator.blocksInUse();
        }
    }

    /** Who gets a block that another has just given back finds the other's last bytes there. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "a new block")
    @Outcome(id = "7, 1", expect = Expect.ACCEPTABLE, desc = "the other's block")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a block whose owner is not done with it")
    @State
    public static class HandOver {
        private final PooledBlockAllocator allocator = tight();
        private final Block block = allocator.allocate();

        @Actor
        public void giver() {
            block.bytes()[0] = 7;
            allocator.release(block);
        }

        @Actor
        public void taker(II_Result result) {
            Block taken = allocator.allocate();
            result.r1 = taken.bytes()[0];
            result.r2 = taken.equals(block) ? 1 : 0;
        }
    }

    /** As many free blocks as there are places, however the releases meet: never more. */
    @JCStressTest
    @Outcome(id = "0, 2, 2", expect = Expect.ACCEPTABLE, desc = "all places are used")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "one more was dropped than needed be")
    @Outcome(expect = Expect.FORBIDDEN, desc = "more blocks than places, or a wrong count")
    @State
    public static class Bound {
        private final PooledBlockAllocator allocator = tight();
        private final Block[] mine = {allocator.allocate(), allocator.allocate()};
        private final Block[] yours = {allocator.allocate(), allocator.allocate()};

        @Actor
        public void one() {
            allocator.release(mine[0]);
            allocator.release(mine[1]);
        }

        @Actor
        public void other() {
            allocator.release(yours[0]);
            allocator.release(yours[1]);
        }

        @Arbiter
        public void look(III_Result result) {
            result.r1 = allocator.blocksInUse();
            result.r2 = allocator.blocksFree();
            result.r3 = kept(allocator, mine, yours);
        }
    }

    /** Neither side of a trim loses a block that is out, or keeps a count of a dropped one. */
    @JCStressTest
    @Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "counts are right")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a wrong count")
    @State
    public static class Trim {
        private final PooledBlockAllocator allocator = filled(tight());
        private boolean same;

        Trim() {
            int unused = allocator.trim();
        }

        @Actor
        public void user() {
            Block first = allocator.allocate();
            Block second = allocator.allocate();
            same = first.equals(second);
            allocator.release(first);
            allocator.release(second);
        }

        @Actor
        public void trimmer() {
            int unused = allocator.trim();
        }

        @Arbiter
        public void look(Z_Result result) {
            result.r1 = !same && allocator.blocksInUse() == 0 && allocator.blocksFree() <= 2;
        }
    }
}
