package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PooledBlockAllocatorTrimTest {
    private static final int MAX_FREE = 100;

    private final PooledBlockAllocator allocator = new PooledBlockAllocator(10, MAX_FREE);

    /** Has this many blocks out at once, then none. */
    private void burst(int blocks) {
        List<Block> out = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            out.add(allocator.allocate());
        }
        out.forEach(allocator::release);
    }

    private void trim() {
        int unused = allocator.trim();
    }

    @Test
    void trim_idlePool_isEmptyAfterTwo() {
        burst(MAX_FREE);

        trim();
        assertThat(allocator.blocksFree()).isEqualTo(MAX_FREE);

        trim();
        assertThat(allocator.blocksFree()).isZero();
        assertThat(allocator.blocksInUse()).isZero();
    }

    @Test
    void trim_blocksNeededBetweenTwo_stay() {
        burst(MAX_FREE);
        for (int i = 0; i < 10; i++) {
            burst(MAX_FREE);
            trim();
        }
        assertThat(allocator.blocksFree()).isEqualTo(MAX_FREE);
    }

    @Test
    void trim_someNeeded_keepsThose() {
        burst(MAX_FREE);
        for (int i = 0; i < 3; i++) {
            trim();
            burst(30);
        }
        assertThat(allocator.blocksFree()).isEqualTo(30);
    }

    @Test
    void trim_blocksOut_areNotTouched() {
        Block block = allocator.allocate();
        for (int i = 0; i < 5; i++) {
            trim();
        }
        assertThat(allocator.blocksInUse()).isOne();

        allocator.release(block);
        assertThat(allocator.allocate()).isSameAs(block);
    }
}
