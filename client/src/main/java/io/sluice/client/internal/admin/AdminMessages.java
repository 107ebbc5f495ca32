package io.sluice.client.internal.admin;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.ClusterState;
import io.sluice.client.RegionCounts;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.client.internal.wire.ProtoWriter;
import io.sluice.client.internal.wire.ServerNameMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** HBase's messages about clusters, servers and regions: Master.proto, Admin.proto, ClusterStatus.proto, Registry.proto. */
final class AdminMessages {
    private static final long MEGABYTE = 1 << 20;

    /** {@code Option} of ClusterStatus.proto: all that is read here and no more. */
    private static final int[] STATUS_OPTIONS = {0, 1, 2, 3, 4};

    private AdminMessages() {}

    /** {@code GetClusterStatusRequest}. */
    static byte[] clusterStatusRequest() {
        ProtoWriter request = new ProtoWriter();
        for (int option : STATUS_OPTIONS) {
            request.varint(1, option);
        }
        return request.toByteArray();
    }

    /** {@code GetRegionLoadRequest}. */
    static byte[] regionLoadRequest(TableName table) {
        return ofTable(table);
    }

    /** {@code GetTableDescriptorsRequest}. */
    static byte[] tableDescriptorsRequest(TableName table) {
        return ofTable(table);
    }

    /** A message whose field 1 is the name of a table. */
    private static byte[] ofTable(TableName table) {
        ProtoWriter name = new ProtoWriter().bytes(1, table.getNamespace()).bytes(2, table.getQualifier());
        return new ProtoWriter().message(1, name).toByteArray();
    }

    /**
     * Reads {@code GetActiveMasterResponse}.
     *
     * @throws IOException if no master is active
     */
    static ServerName activeMaster(byte[] message) throws IOException {
        ServerName master = onlyServer(new ProtoReader(message));
        if (master == null) {
            throw new IOException("The cluster has no active master at the moment");
        }
        return master;
    }

    /** Reads {@code GetServerInfoResponse}. */
    static ServerName serverInfo(byte[] message) throws IOException {
        ProtoReader reader = new ProtoReader(message);
        ServerName server = reader.seek(1) ? onlyServer(reader.message()) : null;
        if (server == null) {
            throw new MalformedMessageException("Malformed answer: GetServerInfoResponse without a server");
        }
        return server;
    }

    /** Reads {@code GetClusterStatusResponse}. */
    static ClusterState clusterStatus(byte[] message) throws IOException {
        ProtoReader response = new ProtoReader(message);
        if (!response.seek(1)) {
            throw new MalformedMessageException("Malformed answer: GetClusterStatusResponse without a status");
        }
        return status(response.message());
    }

    private static ClusterState status(ProtoReader reader) throws MalformedMessageException {
        String version = "";
        String clusterId = "";
        ServerName master = null;
        List<ClusterState.LiveServer> live = new ArrayList<>();
        List<ServerName> dead = new ArrayList<>();
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> version = onlyString(reader.message());
                case 2 -> live.add(liveServer(reader.message()));
                case 3 -> dead.add(ServerNameMessage.read(reader.message()));
                case 5 -> clusterId = onlyString(reader.message());
                case 7 -> master = ServerNameMessage.read(reader.message());
                default -> reader.skip();
            }
        }
        return new ClusterState(version, clusterId, master, live, dead);
    }

    private static ClusterState.LiveServer liveServer(ProtoReader reader) throws MalformedMessageException {
        ServerName name = null;
        int regions = 0;
        long reportedMillis = 0;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> name = ServerNameMessage.read(reader.message());
                case 2 -> {
                    ProtoReader load = reader.message();
                    for (int inner = load.next(); inner != 0; inner = load.next()) {
                        if (inner == 8) {
                            reportedMillis = load.varint();
                        } else {
                            regions += inner == 5 ? 1 : 0;
                            load.skip();
                        }
                    }
                }
                default -> reader.skip();
            }
        }
        if (name == null) {
            throw new MalformedMessageException("Malformed answer: LiveServerInfo without a server");
        }
        return new ClusterState.LiveServer(name, regions, Instant.ofEpochMilli(reportedMillis));
    }

    /** Reads {@code GetRegionLoadResponse}. */
    static List<RegionCounts> regionLoads(byte[] message) throws IOException {
        ProtoReader reader = new ProtoReader(message);
        List<RegionCounts> loads = new ArrayList<>();
        while (reader.seek(1)) {
            loads.add(regionLoad(reader.message()));
        }
        return loads;
    }

    private static RegionCounts regionLoad(ProtoReader reader) throws MalformedMessageException {
        byte[] name = new byte[0];
        long reads = 0;
        long writes = 0;
        long megabytes = 0;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> {
                    ProtoReader specifier = reader.message();
                    name = specifier.seek(2) ? specifier.bytes() : name;
                }
                case 5, 6 -> megabytes += reader.varint();
                case 8 -> reads = reader.varint();
                case 9 -> writes = reader.varint();
                default -> reader.skip();
            }
        }
        return new RegionCounts(name, reads, writes, megabytes * MEGABYTE);
    }

    /** Reads the names of the column families of a {@code GetTableDescriptorsResponse} about one table, or none. */
    static List<byte[]> families(byte[] message) throws IOException {
        ProtoReader response = new ProtoReader(message);
        List<byte[]> families = new ArrayList<>();
        while (response.seek(1)) {
            // A TableSchema; its field 3 is a ColumnFamilySchema, whose field 1 is the name.
            ProtoReader table = response.message();
            while (table.seek(3)) {
                ProtoReader family = table.message();
                if (family.seek(1)) {
                    families.add(family.bytes());
                }
            }
        }
        return families;
    }

    /** The string in field 1. */
    private static String onlyString(ProtoReader reader) throws MalformedMessageException {
        return reader.seek(1) ? reader.string() : "";
    }

    /** The server in field 1, or null. */
    private static @Nullable ServerName onlyServer(ProtoReader reader) throws MalformedMessageException {
        return reader.seek(1) ? ServerNameMessage.read(reader.message()) : null;
    }
}
