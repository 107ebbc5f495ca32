package io.sluice.bench.allocator;

import org.openjdk.jmh.infra.Blackhole;

/** Somebody's blocks of one size. Safe for use by many threads. */
public interface BlockSource {

    /** Takes a block, shows it to JMH so that it is really taken, and gives it back. */
    void takeAndGive(Blackhole hole);

    /** Takes this many blocks, then gives them all back, so that the list of free blocks is as long as it gets. */
    void fill(int blocks);
}
