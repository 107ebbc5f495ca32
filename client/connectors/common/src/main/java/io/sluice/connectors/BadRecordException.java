package io.sluice.connectors;

/** A record that cannot become a row; the message says why. */
public final class BadRecordException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param reason why, with the name and the value of the field */
    public BadRecordException(String reason) {
        // No stack trace: there may be millions of bad records, and the code location says nothing about them.
        super(reason, null, false, false);
    }
}
