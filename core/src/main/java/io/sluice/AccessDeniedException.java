package io.sluice;

/** The user may not do this, or could not be authenticated. */
public class AccessDeniedException extends DoNotRetryIOException {

    /** Makes one with this message. */
    public AccessDeniedException(String message) {
        super(message);
    }

    /** Makes one with this message and cause. */
    public AccessDeniedException(String message, Throwable cause) {
        super(message, cause);
    }
}
