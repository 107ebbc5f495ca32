package io.sluice.bench.mutator;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Has threads call together, as they will when it counts, and rest together for as long, so that the compiler has the
 * processors for itself half of the time. Beside a hundred threads that never rest it would take half a minute, which
 * differs from contender to contender with the amount of code, and is not what is asked.
 */
final class Priming {
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int CALLS_BETWEEN_LOOKS = 100;

    private final int threads;
    private final long nanos;

    Priming(int threads, int millis) {
        this.threads = threads;
        nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    void run(Runnable call) {
        long begin = System.nanoTime();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CompletableFuture.allOf(IntStream.range(0, threads)
                            .mapToObj(thread -> CompletableFuture.runAsync(() -> callAndRest(call, begin), pool))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            pool.shutdown();
        }
    }

    private void callAndRest(Runnable call, long begin) {
        for (long passed = 0; passed < nanos; passed = System.nanoTime() - begin) {
            if (passed / TURN_NANOS % 2 == 0) {
                for (int i = 0; i < CALLS_BETWEEN_LOOKS; i++) {
                    call.run();
                }
            } else {
                rest(TURN_NANOS - passed % TURN_NANOS);
            }
        }
    }

    private static void rest(long restNanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(restNanos);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts these threads", e);
        }
    }
}
