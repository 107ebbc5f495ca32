package io.sluice.bench.allocator;

import org.openjdk.jmh.infra.Blackhole;

/** An allocator of blocks of one size. Thread-safe. */
public interface BlockSource {

    /** Takes a block, passes it to JMH so that it is really taken, and releases it. */
    void takeAndGive(Blackhole hole);

    /** Takes this many blocks, then releases them all, so that the free list reaches its full length. */
    void fill(int blocks);
}
