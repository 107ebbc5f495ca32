package io.sluice.bench.allocator;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/** Netty's heap buffers, from either of its allocators, with a cache for every thread and without leak detection. */
final class NettyHeapBuffers implements BlockSource {
    static {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    private final int blockBytes;
    private final ByteBufAllocator allocator;

    private NettyHeapBuffers(int blockBytes, ByteBufAllocator allocator) {
        this.blockBytes = blockBytes;
        this.allocator = allocator;
    }

    static NettyHeapBuffers pooled(int blockBytes) {
        return new NettyHeapBuffers(
                blockBytes,
                new PooledByteBufAllocator(
                        false,
                        PooledByteBufAllocator.defaultNumHeapArena(),
                        0,
                        PooledByteBufAllocator.defaultPageSize(),
                        PooledByteBufAllocator.defaultMaxOrder(),
                        PooledByteBufAllocator.defaultSmallCacheSize(),
                        PooledByteBufAllocator.defaultNormalCacheSize(),
                        /* useCacheForAllThreads= */ true));
    }

    /** Netty's default since 4.2. */
    static NettyHeapBuffers adaptive(int blockBytes) {
        return new NettyHeapBuffers(
                blockBytes,
                new AdaptiveByteBufAllocator(/* preferDirect= */ false, /* useCacheForNonEventLoopThreads= */ true));
    }

    @Override
    public void takeAndGive(Blackhole hole) {
        ByteBuf buffer = allocator.heapBuffer(blockBytes, blockBytes);
        hole.consume(buffer);
        buffer.release();
    }

    @Override
    public void fill(int blocks) {
        List<ByteBuf> taken = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            taken.add(allocator.heapBuffer(blockBytes, blockBytes));
        }
        taken.forEach(ByteBuf::release);
    }
}
