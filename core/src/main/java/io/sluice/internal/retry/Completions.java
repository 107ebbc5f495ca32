package io.sluice.internal.retry;

import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Helpers for the completion of futures. */
public final class Completions {
    private Completions() {}

    /**
     * The error of a stage, without the {@link CompletionException} in which an earlier stage may have wrapped it.
     */
    public static Throwable cause(Throwable error) {
        @Nullable Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }

    /** Runs a task on an executor or, if that has ended and with it all other threads for the task, in this thread. */
    public static void runOn(Executor executor, Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }
}
