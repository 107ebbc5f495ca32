package io.sluice.client.internal.security;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Threads for work that may block: resolving names, reading certificates, asking a KDC. They end after some idle seconds.
 */
public final class BlockingThreads {
    private static final int THREADS = 4;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor executor;

    /** @param name of the threads, before their number */
    public BlockingThreads(String name) {
        AtomicInteger number = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    /** Work that may fail. */
    @FunctionalInterface
    public interface Task {
        /** Does the work; throws an {@link IOException} that tells the user what is wrong. */
        void run() throws IOException;
    }

    /**
     * Runs a task.
     *
     * @param what it does, for messages
     * @param failed gets the error, on that thread, or on the caller's if these threads have ended
     */
    public void run(String what, Task task, Consumer<IOException> failed) {
        try {
            executor.execute(() -> {
                try {
                    task.run();
                } catch (IOException e) {
                    failed.accept(e);
                } catch (RuntimeException | Error e) {
                    failed.accept(new IOException(what + " failed: " + e, e));
                }
            });
        } catch (RejectedExecutionException e) {
            failed.accept(new IOException(what + ": this client is closed", e));
        }
    }

    /** Ends them once they are idle. */
    public void close() {
        executor.shutdown();
    }
}
