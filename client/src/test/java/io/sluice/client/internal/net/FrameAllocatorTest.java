package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameAllocatorTest {
    private final FrameAllocator allocator = new FrameAllocator();

    @ParameterizedTest
    @ValueSource(ints = {1, 1023, 1024, 1025, 65_537, 1 << 20, 4 << 20, (4 << 20) + 1})
    void directBuffer_hasTheCapacityThatWasAskedFor_andIsEmpty(int bytes) {
        ByteBuf buffer = allocator.directBuffer(bytes, bytes);
        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.capacity()).isEqualTo(bytes);
        assertThat(buffer.readableBytes()).isZero();
        assertThat(buffer.writableBytes()).isEqualTo(bytes);
        buffer.writeZero(bytes);
        assertThat(buffer.isWritable()).isFalse();
        assertThat(buffer.release()).isTrue();
    }

    @Test
    void release_memoryIsUsedAgain() {
        ByteBuf first = allocator.directBuffer(5_000);
        first.writeLong(42);
        first.release();
        assertThat(allocator.freeBytes()).isEqualTo(8_192);
        ByteBuf second = allocator.directBuffer(8_000, 8_000);
        assertThat(allocator.freeBytes()).isZero();
        assertThat(second.getLong(0)).isEqualTo(42);
        second.release();
        assertThat(allocator.freeBytes()).isEqualTo(8_192);
    }

    @Test
    void release_ofADerivedBuffer_doesNotGiveTheMemoryToAnother() {
        ByteBuf whole = allocator.directBuffer(2_000);
        whole.writeZero(100);
        ByteBuf part = whole.retainedSlice(0, 50);
        whole.release();
        assertThat(allocator.freeBytes()).isZero();
        part.release();
        assertThat(allocator.freeBytes()).isEqualTo(2_048);
    }

    @Test
    void growth_keepsTheContent_andGivesTheMemoryBack() {
        ByteBuf buffer = allocator.directBuffer(1_000);
        buffer.writeBytes(new byte[1_000]).writeLong(7);
        assertThat(buffer.getLong(1_000)).isEqualTo(7);
        buffer.release();
        assertThat(allocator.freeBytes()).isEqualTo(1_024);
    }

    @Test
    void release_ofMany_keepsOnlySome() {
        List<ByteBuf> buffers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            buffers.add(allocator.directBuffer(1 << 20));
        }
        buffers.forEach(ByteBuf::release);
        assertThat(allocator.freeBytes()).isEqualTo(4 << 20);
    }

    @Test
    void manyThreads_neverShareMemory() {
        CompletableFuture<?>[] threads = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> fillAndCheck(thread)))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(threads).join();
    }

    private void fillAndCheck(int thread) {
        Random random = new Random(thread);
        for (int round = 0; round < 500; round++) {
            int bytes = 1 + random.nextInt(20_000);
            ByteBuf buffer = allocator.directBuffer(bytes, bytes);
            byte[] content = new byte[bytes];
            Arrays.fill(content, (byte) thread);
            buffer.writeBytes(content);
            Thread.yield();
            byte[] read = new byte[bytes];
            buffer.readBytes(read);
            assertThat(Arrays.equals(read, content)).isTrue();
            buffer.release();
        }
    }
}
