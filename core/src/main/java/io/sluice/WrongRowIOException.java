package io.sluice;

/** A cell or mutation was added to something with a different row. */
public class WrongRowIOException extends HBaseIOException {

    /** Creates an exception with this message. */
    public WrongRowIOException(String message) {
        super(message);
    }
}
