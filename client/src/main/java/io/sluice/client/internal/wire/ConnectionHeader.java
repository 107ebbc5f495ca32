package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Map;

/** What a client says first on a connection: preamble and {@code ConnectionHeader} of RPC.proto. */
public final class ConnectionHeader {
    /** The service for writes and reads of region servers. */
    public static final String CLIENT_SERVICE = "ClientService";
    /** The service that tells cluster id, masters and where {@code hbase:meta} is. */
    public static final String CLIENT_META_SERVICE = "ClientMetaService";

    static final String CODEC = "org.apache.hadoop.hbase.codec.KeyValueCodec";

    private static final byte[] MAGIC = {'H', 'B', 'a', 's'};
    private static final int RPC_VERSION = 0;
    private static final int AUTH_SIMPLE = 0x50;

    private ConnectionHeader() {}

    /**
     * Preamble and header for a server without authentication, to be written once, before any request.
     *
     * @param userName who the client says it is
     * @param serviceName the service the connection is bound to
     * @param attributes connection attributes, seen by servers from 2.6 on
     * @return a buffer that the caller owns
     */
    public static ByteBuf encode(
            ByteBufAllocator allocator, String userName, String serviceName, Map<String, byte[]> attributes) {
        byte[] header = message(userName, serviceName, attributes);
        ByteBuf out = allocator.directBuffer(MAGIC.length + 2 + Integer.BYTES + header.length);
        out.writeBytes(MAGIC).writeByte(RPC_VERSION).writeByte(AUTH_SIMPLE);
        return out.writeInt(header.length).writeBytes(header);
    }

    static byte[] message(String userName, String serviceName, Map<String, byte[]> attributes) {
        ProtoWriter header = new ProtoWriter()
                .message(Fields.CONNECTION_USER_INFO, new ProtoWriter().string(Fields.USER_EFFECTIVE, userName))
                .string(Fields.CONNECTION_SERVICE_NAME, serviceName)
                .string(Fields.CONNECTION_CODEC_CLASS, CODEC)
                .message(Fields.CONNECTION_VERSION_INFO, version());
        attributes.forEach((name, value) -> header.message(
                Fields.CONNECTION_ATTRIBUTE,
                new ProtoWriter().string(Fields.PAIR_NAME, name).bytes(Fields.PAIR_VALUE, value)));
        return header.toByteArray();
    }

    /** Servers switch features by the version a client claims; without one a request that is too big looks fatal. */
    private static ProtoWriter version() {
        return new ProtoWriter()
                .string(Fields.VERSION_VERSION, "2.6.0")
                .string(Fields.VERSION_URL, "")
                .string(Fields.VERSION_REVISION, "")
                .string(Fields.VERSION_USER, "")
                .string(Fields.VERSION_DATE, "")
                .string(Fields.VERSION_SRC_CHECKSUM, "")
                .varint(Fields.VERSION_MAJOR, 2)
                .varint(Fields.VERSION_MINOR, 6);
    }
}
