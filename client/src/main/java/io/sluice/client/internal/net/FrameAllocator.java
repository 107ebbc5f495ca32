package io.sluice.client.internal.net;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.buffer.UnpooledUnsafeDirectByteBuf;
import io.netty.util.internal.CleanableDirectBuffer;
import io.netty.util.internal.PlatformDependent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Buffers for requests and answers. Direct memory comes in powers of two and is used again.
 *
 * <p>Netty's adaptive allocator does not pool buffers of a megabyte, the size of our requests. Its pooled one does, but its
 * first buffer prepares events for Flight Recorder, which takes a fifth of a second of a new JVM, and the JVM's compiler spends
 * more time on its code than on that of our encoder.
 *
 * <p>At most 4 MiB of each size are kept for the next buffers, of the largest size 8. Safe for use by many threads.
 */
final class FrameAllocator extends AbstractByteBufAllocator {
    static final FrameAllocator DEFAULT = new FrameAllocator();

    /** The smallest and the largest size that is kept, as powers of two. Frames that are larger are rare. */
    private static final int SMALLEST = 10;

    private static final int LARGEST = 22;
    private static final int KEPT_BYTES = 4 << 20;
    private static final int MOST_KEPT = 256;

    /** The queue that Netty provides needs room for two. */
    private static final int FEWEST_KEPT = 2;

    /** Free memory of each size, from the smallest on. */
    private final List<Queue<CleanableDirectBuffer>> free = new ArrayList<>();

    FrameAllocator() {
        super(true);
        for (int bits = SMALLEST; bits <= LARGEST; bits++) {
            free.add(PlatformDependent.newFixedMpmcQueue(
                    Math.max(FEWEST_KEPT, Math.min(MOST_KEPT, KEPT_BYTES >> bits))));
        }
    }

    /** Memory that goes back to its list, or is freed if that is full. */
    private record Piece(CleanableDirectBuffer memory, Queue<CleanableDirectBuffer> list) {
        /** The first bytes of it. */
        ByteBuffer first(int bytes) {
            return memory.buffer().clear().limit(bytes);
        }

        void release() {
            if (!list.offer(memory)) {
                memory.clean();
            }
        }
    }

    private static final class UnsafeFrame extends UnpooledUnsafeDirectByteBuf {
        private final Piece piece;

        UnsafeFrame(FrameAllocator allocator, Piece piece, int capacity, int maxCapacity) {
            super(allocator, piece.first(capacity), maxCapacity);
            this.piece = piece;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            piece.release();
        }
    }

    /** For JVMs in which Netty may not use memory addresses. */
    private static final class SafeFrame extends UnpooledDirectByteBuf {
        private final Piece piece;

        SafeFrame(FrameAllocator allocator, Piece piece, int capacity, int maxCapacity) {
            super(allocator, piece.first(capacity), maxCapacity);
            this.piece = piece;
        }

        @Override
        protected void deallocate() {
            super.deallocate();
            piece.release();
        }
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        int bits = Math.max(SMALLEST, Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, initialCapacity) - 1));
        if (bits > LARGEST) {
            return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
        }
        Queue<CleanableDirectBuffer> list = free.get(bits - SMALLEST);
        CleanableDirectBuffer known = list.poll();
        Piece piece = new Piece(known == null ? PlatformDependent.allocateDirect(1 << bits) : known, list);
        ByteBuf frame = null;
        try {
            frame = PlatformDependent.hasUnsafe()
                    ? new UnsafeFrame(this, piece, initialCapacity, maxCapacity)
                    : new SafeFrame(this, piece, initialCapacity, maxCapacity);
        } finally {
            if (frame == null) {
                piece.release();
            }
        }
        // Netty takes given memory to be written to its end.
        return toLeakAwareBuffer(frame.clear());
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }

    /** How much memory is free. */
    long freeBytes() {
        long bytes = 0;
        for (int i = 0; i < free.size(); i++) {
            bytes += (long) free.get(i).size() << (SMALLEST + i);
        }
        return bytes;
    }
}
