package io.sluice.bench.mutator;

import io.sluice.bench.writer.WriterThreads;
import java.util.concurrent.TimeUnit;

/**
 * Makes threads call together, as in the measurement, and then rest together for as long, so that for half of the time
 * the compiler has the processors to itself. Beside a hundred threads that never rest it would need half a minute,
 * which depends on each contender's amount of code and is not part of the question.
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

    void run(Runnable call) throws InterruptedException {
        long begin = System.nanoTime();
        try (WriterThreads writers = new WriterThreads(threads, thread -> callAndRest(call, begin))) {
            writers.work();
        }
    }

    private void callAndRest(Runnable call, long begin) throws InterruptedException {
        for (long passed = 0; passed < nanos; passed = System.nanoTime() - begin) {
            if (passed / TURN_NANOS % 2 == 0) {
                for (int i = 0; i < CALLS_BETWEEN_LOOKS; i++) {
                    call.run();
                }
            } else {
                TimeUnit.NANOSECONDS.sleep(TURN_NANOS - passed % TURN_NANOS);
            }
        }
    }
}
