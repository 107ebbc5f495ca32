package io.sluice;

/** A cell or mutation has another row than what it was added to. */
public class WrongRowIOException extends HBaseIOException {

    /** Makes one with this message. */
    public WrongRowIOException(String message) {
        super(message);
    }
}
