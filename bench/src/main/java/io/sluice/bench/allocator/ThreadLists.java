package io.sluice.bench.allocator;

import java.util.ArrayDeque;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A list for each thread and nothing else: no bound, no count, no exchange between threads. It is not a peer, but the
 * floor: the cost if threads share nothing.
 */
final class ThreadLists implements BlockSource {
    private final int blockBytes;
    private final ThreadLocal<ArrayDeque<byte[]>> lists = ThreadLocal.withInitial(ArrayDeque::new);

    ThreadLists(int blockBytes) {
        this.blockBytes = blockBytes;
    }

    @Override
    public void takeAndGive(Blackhole hole) {
        ArrayDeque<byte[]> list = lists.get();
        byte[] block = list.pollFirst();
        if (block == null) {
            block = new byte[blockBytes];
        }
        hole.consume(block);
        list.addFirst(block);
    }

    @Override
    public void fill(int blocks) {
        ArrayDeque<byte[]> list = lists.get();
        for (int i = 0; i < blocks; i++) {
            list.addFirst(new byte[blockBytes]);
        }
    }
}
