package io.sluice.internal.sync;

import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** An interrupt as the error that methods with {@code IOException} throw. */
public final class Interruptions {
    private Interruptions() {}

    /** Sets the thread's flag again. */
    public static InterruptedIOException asIoException(String message, @Nullable InterruptedException cause) {
        Thread.currentThread().interrupt();
        InterruptedIOException error = new InterruptedIOException(message);
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }
}
