package io.sluice.bench.allocator;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.openjdk.jmh.infra.Blackhole;

/** The pool of Kafka's producer, which also bounds memory: one lock and one list. */
final class KafkaBuffers implements BlockSource {
    private static final int SPARE_BLOCKS = 1_000;
    private static final long MAX_BLOCK_MILLIS = 1_000;

    private final int blockBytes;
    private final BufferPool pool;

    /** @param maxFree number of blocks that must fit; some more do, so that no caller waits for memory */
    KafkaBuffers(int blockBytes, int maxFree) {
        this.blockBytes = blockBytes;
        long memory = (long) blockBytes * (maxFree + SPARE_BLOCKS);
        pool = new BufferPool(memory, blockBytes, new Metrics(), Time.SYSTEM, "bench");
    }

    private ByteBuffer take() {
        try {
            return pool.allocate(blockBytes, MAX_BLOCK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a buffer", e);
        }
    }

    @Override
    public void takeAndGive(Blackhole hole) {
        ByteBuffer buffer = take();
        hole.consume(buffer);
        pool.deallocate(buffer);
    }

    @Override
    public void fill(int blocks) {
        List<ByteBuffer> taken = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            taken.add(take());
        }
        taken.forEach(pool::deallocate);
    }
}
