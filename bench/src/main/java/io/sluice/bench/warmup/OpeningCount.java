package io.sluice.bench.warmup;

import io.sluice.bench.warmup.OpeningLoops.Opened;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/** Opens connections for one round and counts them. */
final class OpeningCount {
    private final OpeningLoops loops;
    private final int expected;
    private final AtomicIntegerArray onLoop;
    private final AtomicInteger opened = new AtomicInteger();
    private final CompletableFuture<Void> allOpen = new CompletableFuture<>();

    /** @param expected expected number of connections */
    OpeningCount(OpeningLoops loops, int expected) {
        this.loops = loops;
        this.expected = expected;
        onLoop = new AtomicIntegerArray(loops.count());
    }

    /** The number of event loops. */
    int loops() {
        return loops.count();
    }

    CompletableFuture<Opened> open(int loop) {
        return loops.open(loop).thenApply(this::counted);
    }

    CompletableFuture<Opened> openColocated() {
        return loops.openColocated().thenApply(this::counted);
    }

    private Opened counted(Opened connection) {
        onLoop.incrementAndGet(connection.loop());
        if (opened.incrementAndGet() == expected) {
            allOpen.complete(null);
        }
        return connection;
    }

    /** Completes when the expected number is open. */
    CompletableFuture<Void> allOpen() {
        return allOpen;
    }

    /** Number of connections on each loop. */
    int[] perLoop() {
        return IntStream.range(0, onLoop.length()).map(onLoop::get).toArray();
    }
}
