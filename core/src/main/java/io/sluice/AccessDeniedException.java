package io.sluice;

/** The user lacks permission, or could not be authenticated. */
public class AccessDeniedException extends DoNotRetryIOException {

    /** Creates an exception with this message. */
    public AccessDeniedException(String message) {
        super(message);
    }

    /** Creates an exception with this message and cause. */
    public AccessDeniedException(String message, Throwable cause) {
        super(message, cause);
    }
}
