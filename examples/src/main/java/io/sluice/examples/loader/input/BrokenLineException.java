package io.sluice.examples.loader.input;

/** A line that makes no row; the message says why, in a few words. */
public final class BrokenLineException extends Exception {
    private static final long serialVersionUID = 1;

    public BrokenLineException(String reason) {
        // Thrown for each broken line of what may be millions: nobody reads where.
        super(reason, null, false, false);
    }
}
