package io.sluice.internal.buffer;

import io.sluice.MutatorListener;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events on their way to one listener, and the thread that delivers them: a thread of its own, because a listener that is
 * slow or stuck must delay neither the one who has news nor another listener.
 */
final class ListenerQueue {
    private static final Logger LOG = LoggerFactory.getLogger(ListenerQueue.class);

    /** Events that wait; a failed mutation is held by its event, so this bounds memory. */
    static final int CAPACITY = 1_000;

    private static final long IDLE_SECONDS = 10;
    private static final AtomicLong THREADS = new AtomicLong();

    private final MutatorListener listener;
    private final AtomicLong dropped = new AtomicLong();
    private final ThreadPoolExecutor thread;

    /** The first error is a warning, so that the log does not fill with the others. Only used by the thread. */
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

    void add(Consumer<MutatorListener> event) {
        thread.execute(() -> deliver(event));
    }

    /** The root of what this thread does: whatever happens, the next event must be delivered. */
    private void deliver(Consumer<MutatorListener> event) {
        try {
            long lost = dropped.getAndSet(0);
            if (lost > 0) {
                listener.onDropped(lost);
            }
            event.accept(listener);
        } catch (RuntimeException | Error e) {
            if (warned) {
                LOG.debug("a listener failed again: {}", listener, e);
            } else {
                warned = true;
                LOG.warn("a listener failed; further failures of it are logged at debug: {}", listener, e);
            }
        }
    }

    void end() {
        thread.shutdown();
    }
}
