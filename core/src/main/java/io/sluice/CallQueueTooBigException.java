package io.sluice;

/** The call queue of the server is full. */
public class CallQueueTooBigException extends CallDroppedException {

    /** Creates an exception with this message; the server counts as overloaded. */
    public CallQueueTooBigException(String message) {
        super(message);
    }
}
