package io.sluice.bench.grouping;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/** How much of the heap something holds, with all that only it holds: used memory after a collection, with and without. */
final class RetainedHeap {
    private static final int COLLECTIONS = 3;

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private RetainedHeap() {}

    /**
     * Makes something of at least some megabytes, since the collector rounds.
     *
     * @return bytes
     */
    static long of(Supplier<Object> maker) {
        // The first one loads classes, and fills caches of the JVM.
        Reference.reachabilityFence(maker.get());
        long before = used();
        Object made = maker.get();
        long with = used();
        Reference.reachabilityFence(made);
        return with - before;
    }

    private static long used() {
        for (int i = 0; i < COLLECTIONS; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
