package io.sluice.client.internal.security;

import java.io.IOException;

/** A server has ended a connection that was to be authenticated before it said anything. */
public final class SilentEndException extends IOException {
    SilentEndException(String message, Throwable cause) {
        super(message, cause);
    }
}
