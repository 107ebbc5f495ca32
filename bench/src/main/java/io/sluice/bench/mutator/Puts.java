package io.sluice.bench.mutator;

import io.sluice.bench.put.PutContender;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prebuilt Puts of different rows, spread over all regions. Each thread cycles through them from its own position, at
 * the least possible cost. A single Put would mean one region, one group and a row in the cache.
 */
final class Puts<P> {
    /** So many that a buffer of any size contains rows of all regions. */
    private static final int COUNT = 4_096;

    private static final int STEP = 611;

    private final Object[] puts = new Object[COUNT];
    private final AtomicInteger threads = new AtomicInteger();
    private final ThreadLocal<int[]> next = ThreadLocal.withInitial(() -> new int[] {threads.getAndIncrement() * STEP});

    /** @param kind the contender whose Puts these are */
    Puts(PutContender kind) {
        Random random = new Random(21);
        for (int i = 0; i < COUNT; i++) {
            byte[] row = PutContender.row();
            // The first byte, which determines the region, is random, too.
            random.nextBytes(row);
            puts[i] = kind.build(row, PutContender.value());
        }
    }

    /** Returns the calling thread's next Put. */
    @SuppressWarnings("unchecked") // The constructor's caller chooses both.
    P next() {
        int[] mine = next.get();
        int now = mine[0];
        mine[0] = now + 1;
        return (P) puts[now & (COUNT - 1)];
    }
}
