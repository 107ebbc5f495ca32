package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Collects the leaks that Netty finds, which would only be logged. To be installed before Netty makes its first buffer;
 * the build runs the tests with the level "paranoid".
 */
final class BufferLeaks extends ResourceLeakDetectorFactory {
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();
    private static final int ALLOCATIONS = 64;
    private static final long LIMIT_MILLIS = 60_000;

    private BufferLeaks() {}

    static void install() {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new BufferLeaks());
    }

    /** Fails if a buffer that nobody can reach any more had not been released. */
    static void assertNone() throws InterruptedException {
        System.gc();
        // References that wait to be handed on are taken all at once, and handed on in any order: the first of these
        // may come before what was found above, but not the second.
        collect();
        collect();
        // A leak is reported when the next buffer is made.
        for (int i = 0; i < ALLOCATIONS; i++) {
            ByteBuf buffer = ByteBufAllocator.DEFAULT.buffer(16);
            buffer.release();
        }
        awaitReports();
        assertThat(takeFound()).as("leaked buffers").isEmpty();
    }

    /** Returns when the references to what a garbage collection has found have begun to be handed on. */
    private static void collect() throws InterruptedException {
        ReferenceQueue<Object> collected = new ReferenceQueue<>();
        WeakReference<Object> garbage = new WeakReference<>(new Object(), collected);
        System.gc();
        assertThat(collected.remove(LIMIT_MILLIS))
                .as("garbage, after a collection")
                .isSameAs(garbage);
    }

    /** Waits while another thread that makes buffers has taken a leak from Netty's queue and not reported it yet. */
    private static void awaitReports() {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofMillis(LIMIT_MILLIS))
                .until(() -> Thread.getAllStackTraces().values().stream()
                        .flatMap(Arrays::stream)
                        .noneMatch(frame -> frame.getClassName().equals(ResourceLeakDetector.class.getName())));
    }

    /** The leaks found so far, which are forgotten. */
    static List<String> takeFound() {
        List<String> found = new ArrayList<>();
        for (String leak = FOUND.poll(); leak != null; leak = FOUND.poll()) {
            found.add(leak);
        }
        return found;
    }

    @Override
    @Deprecated // By Netty, which still wants it.
    @SuppressWarnings("InlineMeSuggester") // For callers of a library.
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval, long max) {
        return newResourceLeakDetector(resource, samplingInterval);
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int samplingInterval) {
        return new Collector<>(resource, samplingInterval);
    }

    private static final class Collector<T> extends ResourceLeakDetector<T> {
        Collector(Class<?> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resourceType, String records) {
            FOUND.add(resourceType + records);
        }

        @Override
        protected void reportUntracedLeak(String resourceType) {
            FOUND.add(resourceType);
        }
    }
}
