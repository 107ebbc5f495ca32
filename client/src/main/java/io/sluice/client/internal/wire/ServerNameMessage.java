package io.sluice.client.internal.wire;

import io.sluice.ServerName;
import java.util.function.Function;

/** Reads {@code ServerName} of HBase.proto. */
public final class ServerNameMessage {
    private ServerNameMessage() {}

    /**
     * Reads it to its end.
     *
     * @param malformed makes the error of a name that there cannot be, of what is wrong with it
     */
    public static ServerName read(ProtoReader reader, Function<String, MalformedMessageException> malformed)
            throws MalformedMessageException {
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
            throw malformed.apply("ServerName: " + e.getMessage());
        }
    }
}
