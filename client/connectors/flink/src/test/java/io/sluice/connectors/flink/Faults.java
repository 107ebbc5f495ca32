package io.sluice.connectors.flink;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Failures of tasks at the worst moments: between the flush of the sink and the end of the checkpoint, and with elements
 * in the buffer. A writer that fails is not closed, as if its process had been killed. The tasks are threads of the
 * test's JVM, so they share these numbers.
 */
final class Faults {
    private static final int FLUSHES_BETWEEN = 4;
    private static final int WRITES_BETWEEN = 701;

    private static final AtomicInteger LEFT = new AtomicInteger();
    private static final AtomicInteger FLUSHES = new AtomicInteger();
    private static final AtomicInteger WRITES = new AtomicInteger();

    private static final Queue<SinkWriter<?>> KILLED = new ConcurrentLinkedQueue<>();

    /** How a writer is spoilt. */
    enum Flush {
        /** Not at all. */
        REAL,
        /** It does not flush: the negative control. */
        MISSING
    }

    private Faults() {}

    static void arm(int failures) {
        FLUSHES.set(0);
        WRITES.set(0);
        LEFT.set(failures);
    }

    static int left() {
        return LEFT.get();
    }

    /** Closes the writers that were left as if killed, which sends their buffers: only after the rows were read. */
    static void buryKilled() throws Exception {
        for (SinkWriter<?> writer = KILLED.poll(); writer != null; writer = KILLED.poll()) {
            writer.close();
        }
    }

    /** Half of the failures come after a flush, the others amid elements that are not flushed. */
    private static void afterFlush() throws IOException {
        if (FLUSHES.incrementAndGet() % FLUSHES_BETWEEN == 0) {
            fail("between flush and checkpoint");
        }
    }

    private static void afterWrite() throws IOException {
        if (WRITES.incrementAndGet() % WRITES_BETWEEN == 0 && LEFT.get() % 2 == 1) {
            fail("with elements in the buffer");
        }
    }

    private static void fail(String where) throws IOException {
        if (LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IOException("injected failure " + where);
        }
    }

    /** A writer that fails as armed. */
    static <T> SinkWriter<T> around(SinkWriter<T> writer, Flush flush) {
        return new SinkWriter<>() {
            private boolean killed;

            @Override
            public void write(T element, Context context) throws IOException, InterruptedException {
                writer.write(element, context);
                killed = true;
                afterWrite();
                killed = false;
            }

            @Override
            public void flush(boolean endOfInput) throws IOException, InterruptedException {
                if (flush == Flush.REAL) {
                    writer.flush(endOfInput);
                }
                killed = true;
                afterFlush();
                killed = false;
            }

            @Override
            public void close() throws Exception {
                if (killed) {
                    KILLED.add(writer);
                } else {
                    writer.close();
                }
            }
        };
    }
}
