package io.sluice.bench.writer;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes allocated by all Java threads so far. Java 17 drops a thread's counter when the thread ends, so the last value
 * of each is kept; a daemon reads the counters often, so that little of a thread that ends is missed. The daemon and
 * {@link #total} themselves allocate a few kilobytes a second.
 */
final class AllocationMeter implements AutoCloseable {
    private static final long PERIOD_MILLIS = 250;

    /** The first look loads the JDK's management classes, so it comes when a new JVM has begun to write. */
    private static final long FIRST_MILLIS = 1_000;

    private final Map<Long, Long> bytesByThread = new HashMap<>();
    private final Thread daemon = new Thread(this::run, "allocation-meter");

    AllocationMeter() {
        daemon.setDaemon(true);
        daemon.start();
    }

    /** Never decreases. */
    synchronized long total() {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            // -1 for a thread that ended in between.
            long unused = bytesByThread.merge(ids[i], Math.max(0, bytes[i]), Math::max);
        }
        return bytesByThread.values().stream().mapToLong(Long::longValue).sum();
    }

    private void run() {
        try {
            Thread.sleep(FIRST_MILLIS);
            while (true) {
                long unused = total();
                Thread.sleep(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // Closed.
        }
    }

    @Override
    public void close() {
        daemon.interrupt();
    }
}
