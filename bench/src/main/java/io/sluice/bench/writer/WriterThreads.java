package io.sluice.bench.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Threads that start to work together, and stay alive until their allocation has been read. */
public final class WriterThreads implements AutoCloseable {
    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch done;
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    /** The work of a thread. */
    @FunctionalInterface
    public interface Work {
        /** @param thread its number, from 0 */
        void run(int thread) throws Exception;
    }

    /** Starts threads, which wait for {@link #work}. */
    public WriterThreads(int count, Work work) {
        done = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            int number = i;
            Thread thread = new Thread(() -> run(work, number), "writer-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void run(Work work, int number) {
        try {
            start.await();
            work.run(number);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        } finally {
            done.countDown();
        }
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Makes the threads work and waits until all are done.
     *
     * @throws IllegalStateException with the first failure of one of them
     */
    public void work() throws InterruptedException {
        start.countDown();
        done.await();
        Throwable first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a writing thread failed", first);
        }
    }

    /** Ends the threads. */
    @Override
    public void close() {
        end.countDown();
        threads.forEach(Thread::interrupt);
    }
}
