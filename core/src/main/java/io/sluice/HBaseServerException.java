package io.sluice;

/** An error that tells whether the server is overloaded. */
public class HBaseServerException extends HBaseIOException {

    private final boolean serverOverloaded;

    /** Makes one with this message of a server that is, or is not, overloaded. */
    public HBaseServerException(boolean serverOverloaded, String message) {
        super(message);
        this.serverOverloaded = serverOverloaded;
    }

    /** True if the server said that it is overloaded: retry after the longer pause. */
    public boolean isServerOverloaded() {
        return serverOverloaded;
    }
}
