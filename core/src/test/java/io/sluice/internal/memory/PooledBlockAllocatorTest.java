package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.memory.PooledBlockAllocator.Shape;
import io.sluice.internal.memory.PooledBlockAllocator.Stripe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    void allocate_smallCapacity_isMadeForThisCallAlone() {
        Block block = allocator.allocate(7);
        assertThat(block.capacity()).isEqualTo(7);
        allocator.release(block);
        assertThat(allocator.blocksFree()).isZero();
        assertThat(allocator.blocksInUse()).isZero();
    }

    @Test
    void allocate_aQuarterOfTheSize_isKeptForLaterApartFromTheUsualOnes() {
        Block small = allocator.allocate(PooledBlockAllocator.smallBlockSize(100));
        assertThat(small.capacity()).isEqualTo(25);
        assertThat(allocator.blocksInUse()).isOne();
        allocator.release(small);
        assertThat(allocator.blocksFree()).isOne();
        assertThat(allocator.allocate().capacity()).isEqualTo(100);
        assertThat(allocator.allocate(25)).isSameAs(small);
        assertThat(allocator.blocksMade()).isEqualTo(2);
        allocator.release(small);
        int unused = allocator.trim();
        assertThat(allocator.trim()).isOne();
        assertThat(allocator.blocksFree()).isZero();
    }

    @Test
    void allocate_severalFree_givesTheLastFirst() {
        PooledBlockAllocator one = new PooledBlockAllocator(100, new Shape(1, 3, 0));
        List<Block> blocks = List.of(one.allocate(), one.allocate(), one.allocate());
        blocks.forEach(one::release);

        assertThat(List.of(one.allocate(), one.allocate(), one.allocate()))
                .containsExactly(blocks.get(2), blocks.get(1), blocks.get(0));
    }

    @Test
    void release_twice_refuses() {
        Block block = allocator.allocate();
        allocator.release(block);
        assertThatThrownBy(() -> allocator.release(block))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a block of 100 bytes was given back twice");

        Block large = allocator.allocate(300);
        allocator.release(large);
        assertThatThrownBy(() -> allocator.release(large))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("300 bytes");

        assertThat(allocator.blocksInUse()).isZero();
        assertThat(allocator.blocksFree()).isOne();
    }

    @Test
    void release_oneThreadOfMany_usesAllPlaces() {
        PooledBlockAllocator wide = new PooledBlockAllocator(1, new Shape(16, 2, 5));
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            blocks.add(wide.allocate());
        }

        blocks.forEach(wide::release);

        assertThat(wide.blocksFree()).isEqualTo(37);
        Set<Block> again = new HashSet<>();
        for (int i = 0; i < 37; i++) {
            again.add(wide.allocate());
        }
        assertThat(blocks).containsAll(again);
        assertThat(wide.blocksFree()).isZero();
        assertThat(wide.blocksInUse()).isEqualTo(37);
    }

    @Test
    void allocate_blocksGivenBackByAThreadThatEnded_areFound() throws InterruptedException {
        PooledBlockAllocator wide = new PooledBlockAllocator(1, new Shape(16, 2, 0));
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            blocks.add(wide.allocate());
        }
        Thread other = new Thread(() -> blocks.forEach(wide::release));
        other.start();
        other.join();

        for (int i = 0; i < 32; i++) {
            assertThat(blocks).contains(wide.allocate());
        }
        assertThat(blocks).doesNotContain(wide.allocate());
    }

    /** A thread that sleeps inside its stripe for good: the others go on, and what they take and give is counted. */
    @Test
    void allocate_anotherThreadGaveBack_itsStripeComesBeforeTheQueue() throws InterruptedException {
        // Two places in each of four stripes, so of five blocks that one thread gives three go to the queue or beyond.
        PooledBlockAllocator striped = new PooledBlockAllocator(100, new Shape(4, 2, 3));
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            blocks.add(striped.allocate());
        }
        Thread other = new Thread(() -> blocks.forEach(striped::release));
        other.start();
        other.join();

        List<Block> given = List.of(striped.allocate(), striped.allocate());

        assertThat(given).containsExactly(blocks.get(1), blocks.get(0));
    }

    @Test
    void allocate_stripesOccupied_goesOnWithoutThem() {
        PooledBlockAllocator stuck = new PooledBlockAllocator(1, new Shape(1, 1, 1));
        Stripe stripe = stuck.stripe(0);
        assertThat(stripe.enter()).isTrue();
        assertThat(stripe.enter()).isFalse();

        Block block = stuck.allocate();
        assertThat(stuck.blocksInUse()).isOne();
        stuck.release(block);

        assertThat(stuck.blocksInUse()).isZero();
        assertThat(stuck.blocksFree()).isOne();
        assertThat(stuck.allocate()).isSameAs(block);
        assertThat(stuck.trim()).isZero();
        stuck.release(block);

        stripe.leave();
        stuck.trim();
        assertThat(stuck.trim()).isOne();
        assertThat(stuck.blocksFree()).isZero();
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

    @ParameterizedTest
    @CsvSource({
        // maxFree, processors, stripes, places in each, shared
        "0, 2, 1, 0, 0",
        "1, 2, 1, 1, 0",
        "2, 2, 2, 1, 0",
        "10, 2, 8, 1, 2",
        "100, 2, 8, 6, 52",
        "2048, 2, 8, 8, 1984",
        "2048, 3, 8, 8, 1984",
        "2048, 1, 4, 8, 2016",
        "2048, 64, 64, 8, 1536",
        "2147483647, 64, 64, 8, 2147483135",
    })
    void shape_ofBoundAndProcessors_dealsOutThePlaces(int maxFree, int processors, int stripes, int each, int shared) {
        assertThat(Shape.of(maxFree, processors)).isEqualTo(new Shape(stripes, each, shared));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 64, 1_000})
    void shape_ofAnyBound_isKeptExactly(int processors) {
        for (int maxFree = 0; maxFree < 5_000; maxFree++) {
            Shape shape = Shape.of(maxFree, processors);
            assertThat(PooledBlockAllocatorRandomTest.maxFree(shape)).isEqualTo(maxFree);
            assertThat(shape.sharedBlocks()).isNotNegative();
            assertThat(Integer.bitCount(shape.stripes())).isOne();
        }
    }
}
