package io.sluice;

/** An error that says whether the server is overloaded. */
public class HBaseServerException extends HBaseIOException {

    private final boolean serverOverloaded;

    /** Creates an exception with this message, from a server that is or is not overloaded. */
    public HBaseServerException(boolean serverOverloaded, String message) {
        super(message);
        this.serverOverloaded = serverOverloaded;
    }

    /** True if the server reported that it is overloaded: retry after the longer pause. */
    public boolean isServerOverloaded() {
        return serverOverloaded;
    }
}
