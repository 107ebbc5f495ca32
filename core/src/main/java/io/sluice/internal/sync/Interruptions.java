package io.sluice.internal.sync;

import java.io.InterruptedIOException;
import org.jspecify.annotations.Nullable;

/** Turns an interrupt into an error for methods that throw {@code IOException}. */
public final class Interruptions {
    private Interruptions() {}

    /** Makes the error and sets the interrupt flag of the thread again. */
    public static InterruptedIOException asIoException(String message, @Nullable InterruptedException cause) {
        Thread.currentThread().interrupt();
        InterruptedIOException error = new InterruptedIOException(message);
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }
}
