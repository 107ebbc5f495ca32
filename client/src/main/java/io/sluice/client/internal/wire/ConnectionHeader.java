package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/** What a client says first on a connection: preamble and {@code ConnectionHeader} of RPC.proto. */
public final class ConnectionHeader {
    /** The service for writes and reads of region servers. */
    public static final String CLIENT_SERVICE = "ClientService";
    /** The service that tells cluster id, masters and where {@code hbase:meta} is. */
    public static final String CLIENT_META_SERVICE = "ClientMetaService";
    /** The service of region servers about themselves. */
    public static final String ADMIN_SERVICE = "AdminService";
    /** The service of masters about the cluster. */
    public static final String MASTER_SERVICE = "MasterService";

    static final String CODEC = "org.apache.hadoop.hbase.codec.KeyValueCodec";

    /** Bytes before the header: magic, version, way of authentication. */
    public static final int PREAMBLE_BYTES = 6;

    private static final byte[] MAGIC = {'H', 'B', 'a', 's'};
    private static final int RPC_VERSION = 0;

    private ConnectionHeader() {}

    /** How a client proves who it is, {@code AuthMethod} of HBase. */
    public enum Authentication {
        /** Not at all. */
        SIMPLE(0x50),
        /** SASL's GSSAPI. */
        KERBEROS(0x51),
        /** SASL's DIGEST-MD5 with a token. */
        DIGEST(0x52);

        private final int code;

        Authentication(int code) {
            this.code = code;
        }
    }

    /**
     * Who a client says it is, {@code UserInformation} of RPC.proto.
     *
     * @param effective in whose name it acts
     * @param real who it is itself, if that is somebody else
     */
    public record User(String effective, @Nullable String real) {}

    /**
     * The first bytes on a connection.
     *
     * @return a buffer that the caller owns
     */
    public static ByteBuf preamble(ByteBufAllocator allocator, Authentication authentication) {
        return allocator
                .directBuffer(PREAMBLE_BYTES)
                .writeBytes(MAGIC)
                .writeByte(RPC_VERSION)
                .writeByte(authentication.code);
    }

    /**
     * The header with its length, to be written once, before any request.
     *
     * @param user null where the server knows from the authentication
     * @param serviceName the service the connection is bound to
     * @return a buffer that the caller owns
     */
    public static ByteBuf encode(ByteBufAllocator allocator, @Nullable User user, String serviceName) {
        byte[] header = message(user, serviceName);
        return allocator
                .directBuffer(Integer.BYTES + header.length)
                .writeInt(header.length)
                .writeBytes(header);
    }

    static byte[] message(@Nullable User user, String serviceName) {
        ProtoWriter header = new ProtoWriter();
        if (user != null) {
            ProtoWriter info = new ProtoWriter().string(Fields.USER_EFFECTIVE, user.effective());
            header.message(
                    Fields.CONNECTION_USER_INFO,
                    user.real() == null ? info : info.string(Fields.USER_REAL, user.real()));
        }
        header.string(Fields.CONNECTION_SERVICE_NAME, serviceName)
                .string(Fields.CONNECTION_CODEC_CLASS, CODEC)
                .message(Fields.CONNECTION_VERSION_INFO, version());
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
