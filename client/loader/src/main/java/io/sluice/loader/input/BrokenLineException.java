package io.sluice.loader.input;

/** A line that cannot become a row; the message briefly says why. */
public final class BrokenLineException extends Exception {
    private static final long serialVersionUID = 1;

    private static final int MAX_CHARS = 300;

    /** @param reason cut off after 300 characters, since it may quote the input */
    public BrokenLineException(String reason) {
        // No stack trace: there may be millions of broken lines, and the code location says nothing about them.
        super(shortened(reason), null, false, false);
    }

    static String shortened(String text) {
        return text.length() > MAX_CHARS
                ? text.substring(0, MAX_CHARS) + "... (" + text.length() + " characters)"
                : text;
    }
}
