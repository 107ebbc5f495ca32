package io.sluice.client.internal.registry;

import io.sluice.ServerName;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads HBase's messages about where a cluster is: from znodes and from the service {@code ClientMetaService}. */
final class RegistryMessages {
    private static final byte ZNODE_ID_MAGIC = (byte) 0xFF;
    private static final byte[] PROTOBUF_MAGIC = {'P', 'B', 'U', 'F'};
    /** {@code RegionState.State.OPEN}. */
    private static final long STATE_OPEN = 3;

    private RegistryMessages() {}

    /**
     * The message in a znode's data. HBase's {@code RecoverableZooKeeper} writes {@code 0xFF}, the length of the writer's name,
     * that name and the letters {@code PBUF} before it; very old versions only the letters.
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
     * @throws IOException if {@code hbase:meta} is not open there, which may change
     */
    static ServerName metaRegionServer(byte[] message) throws IOException {
        ProtoReader reader = new ProtoReader(message);
        if (!reader.has(1)) {
            throw malformed("MetaRegionServer without a server");
        }
        ServerName server = reader.message(1).serverName();
        long state = reader.varint(3, STATE_OPEN);
        if (state != STATE_OPEN) {
            throw new IOException("hbase:meta is in transition on " + server + " (region state " + state + ")");
        }
        return server;
    }

    /**
     * Reads {@code GetMetaRegionLocationsResponse}: the location of replica 0.
     *
     * @throws IOException if there is none, which may change
     */
    static ServerName metaRegionLocations(byte[] message) throws IOException {
        for (ProtoReader location : new ProtoReader(message).messages(1)) {
            // Field 7 of the RegionInfo is the number of a read replica.
            boolean isPrimary = location.message(1).varint(7, 0) == 0;
            if (isPrimary && location.has(2)) {
                return location.message(2).serverName();
            }
        }
        throw new IOException("No location of hbase:meta; the cluster is starting?");
    }

    /** Reads {@code GetBootstrapNodesResponse}. */
    static List<ServerName> bootstrapNodes(byte[] message) throws IOException {
        List<ServerName> servers = new ArrayList<>();
        for (ProtoReader server : new ProtoReader(message).messages(1)) {
            servers.add(server.serverName());
        }
        return servers;
    }

    private static MalformedMessageException malformed(String what) {
        return new MalformedMessageException("Malformed answer of the registry: " + what);
    }
}
