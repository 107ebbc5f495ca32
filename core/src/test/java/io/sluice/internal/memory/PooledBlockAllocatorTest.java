package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PooledBlockAllocatorTest {
    private final PooledBlockAllocator allocator = new PooledBlockAllocator(100, 2);

    @Test
    void allocate_releasedBlock_isGivenAgainWithWhatWasLeftThere() {
        Block block = allocator.allocate();
        assertThat(block.companion()).isNull();
        block.companion("kept");

        allocator.release(block);

        assertThat(allocator.allocate()).isSameAs(block);
        assertThat(block.companion()).isEqualTo("kept");
    }

    @Test
    void release_poolFull_dropsTheBlock() {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            blocks.add(allocator.allocate());
        }
        assertThat(allocator.blocksInUse()).isEqualTo(5);

        blocks.forEach(allocator::release);

        assertThat(allocator.blocksInUse()).isZero();
        assertThat(allocator.blocksFree()).isEqualTo(2);
        assertThat(List.of(allocator.allocate(), allocator.allocate())).containsExactlyElementsOf(blocks.subList(0, 2));
        assertThat(blocks).doesNotContain(allocator.allocate());
    }

    @Test
    void allocate_largeBlock_isMadeForTheCallAndNotKept() {
        Block large = allocator.allocate(101);
        assertThat(large.capacity()).isEqualTo(101);
        assertThat(allocator.blocksInUse()).isOne();

        allocator.release(large);

        assertThat(allocator.blocksInUse()).isZero();
        assertThat(allocator.blocksFree()).isZero();
    }

    @Test
    void allocate_smallCapacity_isABlockOfThePool() {
        Block block = allocator.allocate(7);
        assertThat(block.capacity()).isEqualTo(100);
        allocator.release(block);
        assertThat(allocator.blocksFree()).isOne();
    }

    @Test
    void constructor_badSizes_refuses() {
        assertThatThrownBy(() -> new PooledBlockAllocator(0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blockSize 0");
        assertThatThrownBy(() -> new PooledBlockAllocator(1, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxFree -1");
    }
}
