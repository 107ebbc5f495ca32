package io.sluice.client.internal.wire;

import io.sluice.ServerName;

/** Reads {@code ServerName} of HBase.proto. */
public final class ServerNameMessage {
    private ServerNameMessage() {}

    /** The server; a message without one is malformed. */
    public static ServerName read(ProtoReader message) throws MalformedMessageException {
        try {
            return ServerName.valueOf(
                    message.string(1),
                    Math.toIntExact(message.varint(2, 0)),
                    message.varint(3, ServerName.NON_STARTCODE));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new MalformedMessageException("Malformed ServerName: " + e.getMessage());
        }
    }
}
