package io.sluice.internal.batch;

import io.sluice.MutatorListener;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events on their way to one listener, and the thread that delivers them: one thread for each listener, because a listener
 * that is slow or stuck must delay neither the reporting thread nor another listener.
 */
final class ListenerQueue {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerQueue.class);

    /** Events that wait; a failed mutation is held by its event, so this bounds memory. */
    private static final int CAPACITY = 1_000;

    private static final long IDLE_SECONDS = 10;
    private static final AtomicLong THREADS = new AtomicLong();

    private final MutatorListener listener;
    private final AtomicLong dropped = new AtomicLong();
    /** How many of these the listener was told of. Used by the thread only. */
    private long droppedAndTold;

    private final LongAdder failures = new LongAdder();
    private final ThreadPoolExecutor thread;

    /** Only the first error is logged as a warning, so that the log does not fill up. Used by the thread only. */
    private boolean warned;

    ListenerQueue(MutatorListener listener) {
        this.listener = listener;
        thread = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(CAPACITY),
                task -> {
                    Thread made = new Thread(task, "sluice-events-" + THREADS.incrementAndGet());
                    made.setDaemon(true);
                    return made;
                },
                (event, full) -> dropped.incrementAndGet());
        thread.allowCoreThreadTimeOut(true);
    }

    /** @param event calls the listener with an event that was made before; never waits */
    void add(Consumer<MutatorListener> event) {
        thread.execute(() -> deliver(event));
    }

    /** The root of this thread: an error of a listener must not prevent the next event. */
    private void deliver(Consumer<MutatorListener> event) {
        long lost = dropped.get() - droppedAndTold;
        if (lost > 0) {
            droppedAndTold += lost;
            call(one -> one.onDropped(lost));
        }
        call(event);
    }

    private void call(Consumer<MutatorListener> event) {
        try {
            event.accept(listener);
        } catch (RuntimeException | Error e) {
            failures.increment();
            if (warned) {
                LOG.debug("a listener failed again: {}", listener, e);
            } else {
                warned = true;
                LOG.warn("a listener failed; further failures of it are logged at debug: {}", listener, e);
            }
        }
    }

    /** Times the listener threw. */
    long failures() {
        return failures.sum();
    }

    /** Events that it never received. */
    long dropped() {
        return dropped.get();
    }

    /** No more events will come; those in the queue are still delivered. */
    void end() {
        thread.shutdown();
    }
}
