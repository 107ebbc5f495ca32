package io.sluice.client.internal.wire;

import io.sluice.ServerName;

/** Reads {@code ServerName} of HBase.proto. */
public final class ServerNameMessage {
    private ServerNameMessage() {}

    /** Reads it to its end. */
    public static ServerName read(ProtoReader reader) throws MalformedMessageException {
        String host = "";
        long port = 0;
        long startCode = ServerName.NON_STARTCODE;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> host = reader.string();
                case 2 -> port = reader.varint();
                case 3 -> startCode = reader.varint();
                default -> reader.skip();
            }
        }
        try {
            return ServerName.valueOf(host, Math.toIntExact(port), startCode);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new MalformedMessageException("Malformed ServerName: " + e.getMessage());
        }
    }
}
