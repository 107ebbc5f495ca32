package io.sluice;

/** No answer came in time. Whether the server executed the call is unknown. */
public class CallTimeoutException extends HBaseIOException {

    /** Creates an exception with this message. */
    public CallTimeoutException(String message) {
        super(message);
    }

    /** Creates an exception with this message and cause. */
    public CallTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
