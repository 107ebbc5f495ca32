package io.sluice;

/** The server refused a mutation: its timestamp lies too far ahead, or its row is not in the region. */
public class FailedSanityCheckException extends DoNotRetryIOException {

    /** Creates an exception with this message. */
    public FailedSanityCheckException(String message) {
        super(message);
    }
}
