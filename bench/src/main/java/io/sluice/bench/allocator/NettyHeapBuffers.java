package io.sluice.bench.allocator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/** Netty's pooled heap buffers, with a cache for every thread: what they do on Netty's own threads. Without leak detection. */
final class NettyHeapBuffers implements BlockSource {
    static {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }

    private final int blockBytes;
    private final PooledByteBufAllocator allocator = new PooledByteBufAllocator(
            false,
            PooledByteBufAllocator.defaultNumHeapArena(),
            0,
            PooledByteBufAllocator.defaultPageSize(),
            PooledByteBufAllocator.defaultMaxOrder(),
            PooledByteBufAllocator.defaultSmallCacheSize(),
            PooledByteBufAllocator.defaultNormalCacheSize(),
            true);

    NettyHeapBuffers(int blockBytes) {
        this.blockBytes = blockBytes;
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
