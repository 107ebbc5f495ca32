package io.sluice;

/** The server dropped the call from its queue because it is overloaded. */
public class CallDroppedException extends HBaseServerException {

    /** Makes one with this message; the server counts as overloaded. */
    public CallDroppedException(String message) {
        super(true, message);
    }
}
