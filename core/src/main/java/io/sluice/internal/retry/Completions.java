package io.sluice.internal.retry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
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

    /** Starts something; an exception or Error that it throws fails the future, too. */
    public static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Completes a future as a stage has ended: with the value, or with the error if there is one. */
    public static <T> void complete(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        if (error == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(cause(error));
        }
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
