package io.sluice.internal.batch;

import io.sluice.MutatorListener;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of a mutator. Notifying one takes a place in its queue, and never waits. */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    /** Events that wait; a failed mutation is held by its event, so this bounds memory. */
    static final int CAPACITY = 1_000;

    private static final long IDLE_SECONDS = 10;
    private static final AtomicLong THREADS = new AtomicLong();

    private final List<Queue> queues;

    private Listeners(List<Queue> queues) {
        this.queues = queues;
    }

    static Listeners of(List<MutatorListener> listeners) {
        return new Listeners(listeners.stream().map(Queue::new).toList());
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    /** @param event calls a listener with an event that was made before */
    void tell(Consumer<MutatorListener> event) {
        for (Queue queue : queues) {
            queue.add(event);
        }
    }

    /** Times one of them threw. */
    long failures() {
        return queues.stream().mapToLong(Queue::failures).sum();
    }

    /** Events that were dropped before a listener received them. */
    long dropped() {
        return queues.stream().mapToLong(Queue::dropped).sum();
    }

    /** No more events will come; those in the queues are still delivered. */
    void end() {
        queues.forEach(Queue::end);
    }

    /**
     * Events on their way to one listener, and the thread that delivers them: one thread for each listener, because a
     * listener that is slow or stuck must delay neither the reporting thread nor another listener.
     */
    private static final class Queue {
        private final MutatorListener listener;
        private final AtomicLong dropped = new AtomicLong();
        /** How many of these the listener was told of. Used by the thread only. */
        private long droppedAndTold;

        private final LongAdder failures = new LongAdder();
        private final ThreadPoolExecutor thread;

        /** Only the first error is logged as a warning, so that the log does not fill up. Used by the thread only. */
        private boolean warned;

        Queue(MutatorListener listener) {
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

        void end() {
            thread.shutdown();
        }
    }
}
