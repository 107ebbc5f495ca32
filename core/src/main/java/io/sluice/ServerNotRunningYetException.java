package io.sluice;

import java.io.IOException;

/** The server is starting and takes no calls yet. */
public class ServerNotRunningYetException extends IOException {

    /** Creates an exception with this message. */
    public ServerNotRunningYetException(String message) {
        super(message);
    }
}
