package io.sluice;

import java.io.IOException;

/** An HBase error, on the server or in the client. The superclass of most others. */
public class HBaseIOException extends IOException {

    /** Creates an exception with this message. */
    public HBaseIOException(String message) {
        super(message);
    }

    /** Creates an exception with this message and cause. */
    public HBaseIOException(String message, Throwable cause) {
        super(message, cause);
    }
}
