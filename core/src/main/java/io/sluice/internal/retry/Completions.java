package io.sluice.internal.retry;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The errors that a {@code CompletableFuture} hands on. */
public final class Completions {
    private Completions() {}

    /**
     * What a stage failed with, without the {@link CompletionException} into which a stage before it may have wrapped it.
     */
    public static Throwable cause(Throwable error) {
        @Nullable Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }
}
