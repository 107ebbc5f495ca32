package io.sluice.client.internal.registry;

import io.sluice.ServerName;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.client.internal.wire.ServerNameMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads HBase's messages about where a cluster is: from znodes and from the service {@code ClientMetaService}. */
final class RegistryMessages {
    private static final byte ZNODE_ID_MAGIC = (byte) 0xFF;
    private static final byte[] PROTOBUF_MAGIC = {'P', 'B', 'U', 'F'};
    /** {@code RegionState.State.OPEN}. */
    private static final long STATE_OPEN = 3;

    private RegistryMessages() {}

    /**
     * The message in a znode's data. HBase's {@code RecoverableZooKeeper} puts before it {@code 0xFF}, the length of
     * the writer's name and that name, and the letters {@code PBUF}; very old ones only the letters.
     *
     * @param path for messages
     * @throws MalformedMessageException if the data has another form
     */
    static byte[] unframe(String path, byte[] data) throws MalformedMessageException {
        int start = 0;
        if (data.length > 0 && data[0] == ZNODE_ID_MAGIC) {
            if (data.length < 1 + Integer.BYTES) {
                throw malformed(path + " has only " + data.length + " bytes");
            }
            int idLength = ByteBuffer.wrap(data).getInt(1);
            if (idLength < 0 || idLength > data.length - 1 - Integer.BYTES) {
                throw malformed(path + " has an id of " + idLength + " bytes in " + data.length);
            }
            start = 1 + Integer.BYTES + idLength;
        }
        int messageStart = start + PROTOBUF_MAGIC.length;
        if (messageStart > data.length || !Arrays.equals(data, start, messageStart, PROTOBUF_MAGIC, 0, 4)) {
            throw malformed(path + " has no PBUF at byte " + start + " of " + data.length
                    + "; an HBase before 2.0 or not HBase at all?");
        }
        return Arrays.copyOfRange(data, messageStart, data.length);
    }

    /**
     * Reads {@code MetaRegionServer}.
     *
     * @throws IOException if {@code hbase:meta} is not open there; trying again later is right
     */
    static ServerName metaRegionServer(byte[] message) throws IOException {
        ProtoReader reader = new ProtoReader(message);
        ServerName server = null;
        long state = STATE_OPEN;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> server = ServerNameMessage.read(reader.message());
                case 3 -> state = reader.varint();
                default -> reader.skip();
            }
        }
        if (server == null) {
            throw malformed("MetaRegionServer without a server");
        }
        if (state != STATE_OPEN) {
            throw new IOException("hbase:meta is in transition on " + server + " (region state " + state + ")");
        }
        return server;
    }

    /**
     * Reads {@code GetMetaRegionLocationsResponse}: the location of replica 0.
     *
     * @throws IOException if there is none; trying again later is right
     */
    static ServerName metaRegionLocations(byte[] message) throws IOException {
        ProtoReader reader = new ProtoReader(message);
        while (reader.seek(1)) {
            ServerName server = primaryLocation(reader.message());
            if (server != null) {
                return server;
            }
        }
        throw new IOException("No location of hbase:meta; the cluster is starting?");
    }

    /** Reads {@code GetBootstrapNodesResponse}. */
    static List<ServerName> bootstrapNodes(byte[] message) throws IOException {
        ProtoReader reader = new ProtoReader(message);
        List<ServerName> servers = new ArrayList<>();
        while (reader.seek(1)) {
            servers.add(ServerNameMessage.read(reader.message()));
        }
        return servers;
    }

    /** The server of a {@code RegionLocation}, or null when that is about a read replica. */
    private static @Nullable ServerName primaryLocation(ProtoReader location) throws MalformedMessageException {
        ServerName server = null;
        boolean isPrimary = true;
        for (int field = location.next(); field != 0; field = location.next()) {
            switch (field) {
                case 1 -> {
                    ProtoReader regionInfo = location.message();
                    isPrimary = !regionInfo.seek(7) || regionInfo.varint() == 0;
                }
                case 2 -> server = ServerNameMessage.read(location.message());
                default -> location.skip();
            }
        }
        return isPrimary ? server : null;
    }

    private static MalformedMessageException malformed(String what) {
        return new MalformedMessageException("Malformed answer of the registry: " + what);
    }
}
