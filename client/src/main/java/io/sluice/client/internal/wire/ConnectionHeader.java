package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client sends first on a connection: preamble and {@code ConnectionHeader} of RPC.proto. */
public final class ConnectionHeader {
    /** The service for writes and reads of region servers. */
    public static final String CLIENT_SERVICE = "ClientService";
    /** The service for cluster id, masters and the location of {@code hbase:meta}. */
    public static final String CLIENT_META_SERVICE = "ClientMetaService";
    /** The service of region servers about themselves. */
    public static final String ADMIN_SERVICE = "AdminService";
    /** The service of masters about the cluster. */
    public static final String MASTER_SERVICE = "MasterService";

    static final String CODEC = "org.apache.hadoop.hbase.codec.KeyValueCodec";

    /** Bytes before the header: magic, version, authentication method. */
    private static final int PREAMBLE_BYTES = 6;

    private static final byte[] MAGIC = {'H', 'B', 'a', 's'};
    private static final int RPC_VERSION = 0;

    private ConnectionHeader() {}

    /** HBase's {@code AuthMethod}. */
    public enum Authentication {
        /** No authentication. */
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
     * The user that a client claims to be, {@code UserInformation} of RPC.proto.
     *
     * @param effective the user on whose behalf the client acts
     * @param real the client's own user, if that is another one
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
     * @param user null if the server knows it from the authentication
     * @param serviceName the service that the connection is for
     * @param attributes for coprocessors and logs of servers since 2.6; older ones ignore them
     * @return a buffer that the caller owns
     */
    public static ByteBuf encode(
            ByteBufAllocator allocator, @Nullable User user, String serviceName, Map<String, byte[]> attributes) {
        byte[] header = message(user, serviceName, attributes);
        return allocator
                .directBuffer(Integer.BYTES + header.length)
                .writeInt(header.length)
                .writeBytes(header);
    }

    static byte[] message(@Nullable User user, String serviceName, Map<String, byte[]> attributes) {
        ProtoWriter header = new ProtoWriter();
        if (user != null) {
            ProtoWriter info = new ProtoWriter().string(1, user.effective());
            header.message(1, user.real() == null ? info : info.string(2, user.real()));
        }
        header.string(2, serviceName).string(3, CODEC).message(5, version());
        attributes.forEach((name, value) -> header.message(
                7, new ProtoWriter().string(ProtoWriter.PAIR_NAME, name).bytes(ProtoWriter.PAIR_VALUE, value)));
        return header.toByteArray();
    }

    /**
     * {@code VersionInfo}. Servers enable features by the client's version; without one, a request that is too large looks
     * fatal. URL, revision, user, date and checksum are required.
     */
    private static ProtoWriter version() {
        ProtoWriter version = new ProtoWriter().string(1, "2.6.0");
        for (int field = 2; field <= 6; field++) {
            version.string(field, "");
        }
        return version.varint(7, 2).varint(8, 6);
    }
}
