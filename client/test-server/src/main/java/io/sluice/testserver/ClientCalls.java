package io.sluice.testserver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Executes the calls of one server. Runs under the cluster's lock. */
final class ClientCalls {
    static final String CLUSTER_ID = "sluice-test-cluster";

    private final TestServer server;
    private final TestCluster cluster;
    private final Map<Long, MetaScan> scanners = new HashMap<>();
    private long lastScanner;

    ClientCalls(TestServer server) {
        this.server = server;
        cluster = server.cluster();
    }

    Response run(Exchange.Call call, Refusal refusal) {
        int id = call.id();
        return switch (call.method()) {
            case "Multi" -> new MultiCall(server, call.request(), refusal).run(id);
            case "Mutate" -> new MultiCall(server, call.request(), refusal).runSingle(id);
            case "Scan" -> scan(id, ProtoMessage.parse(call.message()), Integer.MAX_VALUE);
            case "Get" -> get(id, ProtoMessage.parse(call.message()));
            default -> registry(id, call.method());
        };
    }

    private static Response answer(int id, ProtoBuilder message) {
        return Response.of(id, message.toByteArray(), new byte[0]);
    }

    private Response registry(int id, String method) {
        return switch (method) {
            case "GetClusterId" -> answer(id, new ProtoBuilder().text(1, CLUSTER_ID));
            case "GetActiveMaster" -> answer(id, new ProtoBuilder().message(1, server.name()));
            case "GetMasters" ->
                answer(
                        id,
                        new ProtoBuilder()
                                .message(
                                        1,
                                        new ProtoBuilder()
                                                .message(1, server.name())
                                                .flag(2, true)));
            case "GetBootstrapNodes" -> {
                ProtoBuilder nodes = new ProtoBuilder();
                cluster.servers().forEach(each -> nodes.message(1, each.name()));
                yield answer(id, nodes);
            }
            case "GetMetaRegionLocations" -> answer(id, metaLocation());
            default ->
                Response.failed(id, RemoteError.doNotRetry("java.lang.UnsupportedOperationException: " + method));
        };
    }

    private ProtoBuilder metaLocation() {
        ProtoBuilder region = new ProtoBuilder()
                .number(1, 1)
                .message(2, TestRegion.tableName("hbase:meta"))
                .bytes(3, new byte[0])
                .bytes(4, new byte[0])
                .flag(5, false)
                .flag(6, false)
                .number(7, 0);
        return new ProtoBuilder()
                .message(
                        1,
                        new ProtoBuilder()
                                .message(1, region)
                                .message(2, cluster.metaServer().name())
                                .number(3, -1));
    }

    /** Scanners that clients have left open. */
    int openScanners() {
        return scanners.size();
    }

    private @Nullable Response refuseUnlessMeta(int id, ProtoMessage specifier) {
        String region = MultiRequest.regionName(specifier);
        boolean served = region.equals(MetaTable.REGION) && cluster.metaServer() == server;
        return served ? null : Response.failed(id, RemoteError.notServing(region));
    }

    /** @param maxCells maximum number of cells in the answer; the rest, even of a row, is left for the next call */
    Response scan(int id, ProtoMessage request, int maxCells) {
        boolean opened = request.has(3);
        Response refused = opened ? null : refuseUnlessMeta(id, request.message(1));
        if (refused != null) {
            return refused;
        }
        long scanner = opened ? request.number(3, 0) : ++lastScanner;
        MetaScan rows = opened ? scanners.remove(scanner) : MetaTable.scan(cluster.tables(), request.message(2));
        if (rows == null) {
            return Response.failed(id, RemoteError.fatal("UnknownScannerException", "Unknown scanner " + scanner));
        }
        List<StoredCell> sent = new ArrayList<>();
        ProtoBuilder response = new ProtoBuilder();
        long limit = request.number(11, 0);
        long wanted = request.number(4, Integer.MAX_VALUE);
        long complete = 0;
        for (int fits = maxCells; complete < wanted && rows.hasNext() && fits > 0; fits = maxCells - sent.size()) {
            List<StoredCell> row = rows.next();
            boolean isPart = row.size() > fits;
            if (isPart) {
                rows.giveBack(row.subList(fits, row.size()));
                row = row.subList(0, fits);
            }
            sent.addAll(row);
            response.number(1, row.size()).flag(7, isPart);
            complete += isPart ? 0 : 1;
        }
        boolean moreResults = limit == 0 || complete < limit;
        boolean isHeartbeat = maxCells == 0;
        boolean moreInRegion = isHeartbeat || rows.hasNext();
        response.number(2, scanner).flag(3, moreResults).flag(8, moreInRegion).flag(9, isHeartbeat);
        // Like a region server, reports that there is more even if it was told to close the scanner.
        if (moreResults && moreInRegion && !request.flag(5, false)) {
            scanners.put(scanner, rows);
        }
        return Response.of(id, response.toByteArray(), CellBlock.encode(sent));
    }

    /** Answers a read of hbase:meta by row; clients only use it to find out whether a table is enabled. */
    private Response get(int id, ProtoMessage request) {
        Response refused = refuseUnlessMeta(id, request.message(1));
        if (refused != null) {
            return refused;
        }
        TestTable table = cluster.table(TestRegion.latin(request.message(2).bytes(1)));
        List<StoredCell> cells = table == null ? List.of() : List.of(MetaTable.state(table));
        return Response.of(
                id,
                new ProtoBuilder()
                        .message(1, new ProtoBuilder().number(2, cells.size()))
                        .toByteArray(),
                CellBlock.encode(cells));
    }
}
