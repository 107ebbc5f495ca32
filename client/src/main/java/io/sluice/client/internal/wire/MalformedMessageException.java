package io.sluice.client.internal.wire;

import java.io.IOException;

/** Bytes from a server that are not the message they should be. */
public final class MalformedMessageException extends IOException {

    public MalformedMessageException(String message) {
        super(message);
    }
}
