package io.sluice;

import java.io.IOException;

/** The server is starting and takes no calls yet. */
public class ServerNotRunningYetException extends IOException {

    /** Makes one with this message. */
    public ServerNotRunningYetException(String message) {
        super(message);
    }
}
