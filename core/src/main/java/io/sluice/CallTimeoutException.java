package io.sluice;

/** No answer came in time. Whether the call was carried out is unknown. */
public class CallTimeoutException extends HBaseIOException {

    /** Makes one with this message. */
    public CallTimeoutException(String message) {
        super(message);
    }

    /** Makes one with this message and cause. */
    public CallTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
