package io.sluice.client.internal;

import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.client.internal.wire.ProtoWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** HBase's messages about clusters, servers and regions: Master.proto, Admin.proto, ClusterStatus.proto, Registry.proto. */
final class AdminMessages {
    private static final long MEGABYTE = 1 << 20;

    /** {@code Option} of ClusterStatus.proto: those whose answers are read here. */
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

    /** {@code GetRegionLoadRequest} and {@code GetTableDescriptorsRequest}, whose field 1 is the name of a table. */
    static byte[] ofTable(TableName table) {
        ProtoWriter name = new ProtoWriter().bytes(1, table.getNamespace()).bytes(2, table.getQualifier());
        return new ProtoWriter().message(1, name).toByteArray();
    }

    /**
     * Reads {@code GetActiveMasterResponse}.
     *
     * @throws IOException if no master is active
     */
    static ServerName activeMaster(byte[] message) throws IOException {
        ProtoReader response = new ProtoReader(message);
        if (!response.has(1)) {
            throw new IOException("The cluster has no active master at the moment");
        }
        return response.message(1).serverName();
    }

    /** Reads {@code CoprocessorServiceResponse} with {@code GetAuthenticationTokenResponse} of Authentication.proto in it. */
    static AuthenticationToken authenticationToken(byte[] message) throws IOException {
        ProtoReader token = new ProtoReader(message).message(2).message(2).message(1);
        byte[] identifier = token.bytes(1);
        byte[] password = token.bytes(2);
        if (identifier.length == 0 || password.length == 0) {
            throw new MalformedMessageException("Malformed answer: no token in it");
        }
        return AuthenticationToken.of(identifier, password, token.string(3));
    }

    /** Reads {@code GetServerInfoResponse}. */
    static ServerName serverInfo(byte[] message) throws IOException {
        return new ProtoReader(message).message(1).message(1).serverName();
    }

    /** Reads {@code GetClusterStatusResponse}. */
    static ClusterState clusterStatus(byte[] message) throws IOException {
        ProtoReader response = new ProtoReader(message);
        if (!response.has(1)) {
            throw new MalformedMessageException("Malformed answer: GetClusterStatusResponse without a status");
        }
        ProtoReader status = response.message(1);
        List<ClusterState.LiveServer> live = new ArrayList<>();
        for (ProtoReader server : status.messages(2)) {
            live.add(liveServer(server));
        }
        List<ServerName> dead = new ArrayList<>();
        for (ProtoReader server : status.messages(3)) {
            dead.add(server.serverName());
        }
        return new ClusterState(
                status.message(1).string(1),
                status.message(5).string(1),
                status.has(7) ? status.message(7).serverName() : null,
                live,
                dead);
    }

    private static ClusterState.LiveServer liveServer(ProtoReader server) throws MalformedMessageException {
        ProtoReader load = server.message(2);
        return new ClusterState.LiveServer(
                server.message(1).serverName(), load.messages(5).size(), Instant.ofEpochMilli(load.varint(8, 0)));
    }

    /** Reads {@code GetRegionLoadResponse}. */
    static List<RegionCounts> regionLoads(byte[] message) throws IOException {
        List<RegionCounts> loads = new ArrayList<>();
        for (ProtoReader load : new ProtoReader(message).messages(1)) {
            long megabytes = load.varint(5, 0) + load.varint(6, 0);
            loads.add(new RegionCounts(
                    load.message(1).bytes(2), load.varint(8, 0), load.varint(9, 0), megabytes * MEGABYTE));
        }
        return loads;
    }

    /** Reads the names of the column families of a {@code GetTableDescriptorsResponse} about one table, or none. */
    static List<byte[]> families(byte[] message) throws IOException {
        List<byte[]> families = new ArrayList<>();
        for (ProtoReader table : new ProtoReader(message).messages(1)) {
            for (ProtoReader family : table.messages(3)) {
                families.add(family.bytes(1));
            }
        }
        return families;
    }
}
