package io.sluice.client.internal.security;

import java.io.IOException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Threads for work that may block: reading certificates, asking a KDC. They end when they have had nothing to do for a while. */
final class SecurityThreads {
    private static final int THREADS = 4;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor executor;

    SecurityThreads() {
        AtomicInteger number = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "sluice-security-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    /** Work that may fail. */
    @FunctionalInterface
    interface Task {
        /** Does it; throws an {@link IOException} that tells the user what is wrong. */
        void run() throws IOException;
    }

    /** Runs a task; the failure is told on that thread, or here when these threads have ended. */
    void run(Task task, Consumer<IOException> failed) {
        try {
            executor.execute(() -> {
                try {
                    task.run();
                } catch (IOException e) {
                    failed.accept(e);
                } catch (RuntimeException | Error e) {
                    failed.accept(new IOException("Securing a connection failed: " + e, e));
                }
            });
        } catch (RejectedExecutionException e) {
            failed.accept(new IOException("The client is closed", e));
        }
    }

    /** Ends them once they are idle. */
    void close() {
        executor.shutdown();
    }
}
