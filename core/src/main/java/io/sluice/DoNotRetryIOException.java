package io.sluice;

/** The same request would fail again: it is not retried. */
public class DoNotRetryIOException extends HBaseIOException {

    /** Creates an exception with this message. */
    public DoNotRetryIOException(String message) {
        super(message);
    }

    /** Creates an exception with this message and cause. */
    public DoNotRetryIOException(String message, Throwable cause) {
        super(message, cause);
    }
}
