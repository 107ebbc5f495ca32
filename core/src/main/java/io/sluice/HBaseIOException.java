package io.sluice;

import java.io.IOException;

/** An error of HBase, at the server or in the client. Root of most of the others. */
public class HBaseIOException extends IOException {

    /** Makes one with this message. */
    public HBaseIOException(String message) {
        super(message);
    }

    /** Makes one with this message and cause. */
    public HBaseIOException(String message, Throwable cause) {
        super(message, cause);
    }
}
