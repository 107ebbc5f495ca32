package io.sluice;

/** The server dropped the call from its queue because it is overloaded. */
public class CallDroppedException extends HBaseServerException {

    /** Creates an exception with this message; the server counts as overloaded. */
    public CallDroppedException(String message) {
        super(true, message);
    }
}
