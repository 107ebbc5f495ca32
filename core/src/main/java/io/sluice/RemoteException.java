package io.sluice;

/** A server error whose class has no counterpart in Sluice. */
public class RemoteException extends HBaseIOException {

    private final String className;
    private final boolean doNotRetry;

    /**
     * Creates an exception from what the server sent.
     *
     * @param className full name of the error's Java class on the server
     * @param message its text
     * @param doNotRetry whether the server declared that a retry would fail again
     */
    public RemoteException(String className, String message, boolean doNotRetry) {
        super(className + ": " + message);
        this.className = className;
        this.doNotRetry = doNotRetry;
    }

    /** The full name of the error's Java class on the server. */
    public String getClassName() {
        return className;
    }

    /** True if the server declared that a retry would fail again. */
    public boolean isDoNotRetry() {
        return doNotRetry;
    }
}
