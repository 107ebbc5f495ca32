package io.sluice.loader.input;

/** A line that makes no row; the message says why, in a few words. */
public final class BrokenLineException extends Exception {
    private static final long serialVersionUID = 1;

    private static final int MAX_CHARS = 300;

    /** @param reason what is longer than 300 characters is cut: it may quote the input */
    public BrokenLineException(String reason) {
        // Thrown for each broken line of what may be millions: nobody reads where.
        super(shortened(reason), null, false, false);
    }

    static String shortened(String text) {
        return text.length() > MAX_CHARS
                ? text.substring(0, MAX_CHARS) + "... (" + text.length() + " characters)"
                : text;
    }
}
