package io.sluice.bench.allocator;

import org.openjdk.jmh.infra.Blackhole;

/** No pool: a new array each time, left to the garbage collector. */
final class NewArrays implements BlockSource {
    private final int blockBytes;

    NewArrays(int blockBytes) {
        this.blockBytes = blockBytes;
    }

    @Override
    public void takeAndGive(Blackhole hole) {
        hole.consume(new byte[blockBytes]);
    }

    @Override
    public void fill(int blocks) {
        // There is no list to fill.
    }
}
