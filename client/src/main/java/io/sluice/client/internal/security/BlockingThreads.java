package io.sluice.client.internal.security;

import io.sluice.internal.time.DaemonThreads;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;

/**
 * Threads for work that may block: resolving names, reading certificates, asking a KDC. They end after some idle seconds.
 */
public final class BlockingThreads {
    private static final int THREADS = 4;

    private final ThreadPoolExecutor executor;

    /** @param name of the threads, before their number */
    public BlockingThreads(String name) {
        executor = DaemonThreads.executor(THREADS, DaemonThreads.numbered(name));
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
