package io.sluice.internal.retry;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** How completions get to their threads, and what errors futures hand on. */
public final class Completions {
    private Completions() {}

    /**
     * What a stage failed with, without the {@link CompletionException} into which a stage before it may have wrapped it.
     */
    public static Throwable cause(Throwable error) {
        @Nullable Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }

    /** Runs a task on an executor; here, if that has ended, and with it all other threads to do it. */
    public static void runOn(Executor executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }
}
