package io.sluice;

/** An error of the server whose class has no type of ours. */
public class RemoteException extends HBaseIOException {

    private final String className;
    private final boolean doNotRetry;

    /**
     * Makes one from what the server sent.
     *
     * @param className full name of the Java class of the error at the server
     * @param message its text
     * @param doNotRetry whether the server said that a retry would fail again
     */
    public RemoteException(String className, String message, boolean doNotRetry) {
        super(className + ": " + message);
        this.className = className;
        this.doNotRetry = doNotRetry;
    }

    /** The full name of the Java class of the error at the server. */
    public String getClassName() {
        return className;
    }

    /** True if the server said that a retry would fail again. */
    public boolean isDoNotRetry() {
        return doNotRetry;
    }
}
