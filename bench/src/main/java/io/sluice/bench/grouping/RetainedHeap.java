package io.sluice.bench.grouping;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/** The retained heap of an object: used memory after a collection, with and without it. */
final class RetainedHeap {
    private static final int COLLECTIONS = 3;

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private RetainedHeap() {}

    /**
     * Creates an object of at least some megabytes, since the collector rounds.
     *
     * @return bytes
     */
    static long of(Supplier<Object> maker) {
        // The first call loads classes and fills caches of the JVM.
        long unused = usedWith(maker);
        long before = used();
        return usedWith(maker) - before;
    }

    private static long usedWith(Supplier<Object> maker) {
        Object made = maker.get();
        try {
            return used();
        } finally {
            Reference.reachabilityFence(made);
        }
    }

    private static long used() {
        for (int i = 0; i < COLLECTIONS; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
