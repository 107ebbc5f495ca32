package io.sluice.testserver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies a {@link MultiRequest} like a region server, and creates the {@code MultiResponse}. Runs under the cluster's
 * lock.
 */
final class MultiCall {
    private final TestCluster cluster;
    private final TestServer server;
    private final MultiRequest request;
    private final Refusal refusal;
    private final long nowMillis;
    private final List<StoredCell> resultCells = new ArrayList<>();

    MultiCall(TestServer server, MultiRequest request, Refusal refusal) {
        this.cluster = server.cluster();
        this.server = server;
        this.request = request;
        this.refusal = refusal;
        nowMillis = cluster.nowMillis();
    }

    Response run(int callId) {
        ProtoBuilder response = new ProtoBuilder();
        for (RegionRequest region : request.regions()) {
            response.message(1, regionResult(region));
        }
        response.message(3, loads());
        return Response.of(callId, response.toByteArray(), CellBlock.encode(resultCells));
    }

    /** {@code MultiRegionLoadStats}: empty unless a test has set the load. */
    private ProtoBuilder loads() {
        ProtoBuilder loads = new ProtoBuilder();
        TestServer.Load load = server.load();
        if (load != null) {
            for (RegionRequest region : request.regions()) {
                loads.message(1, new ProtoBuilder().number(1, 1).bytes(2, cluster.latinBytes(region.region())));
            }
            for (int i = 0; i < request.regions().size(); i++) {
                loads.message(
                        2,
                        new ProtoBuilder()
                                .number(1, load.memstore())
                                .number(2, load.heap())
                                .number(3, load.compaction()));
            }
        }
        return loads;
    }

    /** The answer to a {@code Mutate}: errors apply to the whole call. */
    Response runSingle(int callId) {
        RegionRequest region = request.regions().get(0);
        RemoteError error = regionError(region);
        Operation operation = region.operations().get(0);
        error = error != null ? error : operationError(region, operation);
        if (error != null) {
            return Response.failed(callId, error);
        }
        List<StoredCell> cells = apply(region, operation);
        return Response.of(
                callId,
                new ProtoBuilder()
                        .message(1, new ProtoBuilder().number(2, cells.size()))
                        .flag(2, true)
                        .toByteArray(),
                CellBlock.encode(cells));
    }

    private ProtoBuilder regionResult(RegionRequest region) {
        RemoteError error = regionError(region);
        if (error == null && region.atomic()) {
            error = firstError(region);
        }
        if (error != null) {
            return new ProtoBuilder().message(2, error.inBody());
        }
        ProtoBuilder result = new ProtoBuilder();
        if (region.atomic()) {
            for (int position = 0; position < region.operations().size(); position++) {
                List<StoredCell> unused = apply(region, region.operations().get(position));
                result.message(1, new ProtoBuilder().number(1, position).message(2, new ProtoBuilder()));
            }
            return result.flag(3, true);
        }
        // In row order, like a region server.
        List<Operation> sorted = new ArrayList<>(region.operations());
        sorted.sort(Comparator.comparing(Operation::row, Arrays::compareUnsigned));
        for (Operation operation : sorted) {
            result.message(1, operationResult(region, operation));
        }
        return result;
    }

    private ProtoBuilder operationResult(RegionRequest region, Operation operation) {
        ProtoBuilder result = new ProtoBuilder().number(1, operation.index());
        RemoteError error = operationError(region, operation);
        if (error != null) {
            return result.message(3, error.inBody());
        }
        List<StoredCell> cells = apply(region, operation);
        resultCells.addAll(cells);
        ProtoBuilder count = new ProtoBuilder();
        return result.message(2, cells.isEmpty() ? count : count.number(2, cells.size()));
    }

    private List<StoredCell> apply(RegionRequest region, Operation operation) {
        TestTable table = cluster.tableOfRegion(region.region());
        return table.store().apply(operation, request.nonceGroup(), nowMillis);
    }

    private @Nullable RemoteError regionError(RegionRequest request) {
        TestRegion region = cluster.openRegion(request.region());
        if (region == null) {
            return RemoteError.notServing(request.region());
        }
        if (region.server() != server) {
            TestServer now = region.server();
            return region.movedFrom() == server
                    ? RemoteError.moved(TestServer.HOST, now.port(), now.startCode(), region.seqNum())
                    : RemoteError.notServing(request.region());
        }
        return refusal.ofRegion(request);
    }

    private @Nullable RemoteError firstError(RegionRequest region) {
        for (Operation operation : region.operations()) {
            RemoteError error = operationError(region, operation);
            if (error != null) {
                return error;
            }
        }
        return null;
    }

    private @Nullable RemoteError operationError(RegionRequest request, Operation operation) {
        TestRegion region = cluster.openRegion(request.region());
        if (region != null && !region.contains(operation.row())) {
            return RemoteError.fatal(
                    "exceptions.FailedSanityCheckException",
                    "Requested row out of range for doMiniBatchMutation on HRegion " + region.name());
        }
        TestTable table = cluster.tableOfRegion(request.region());
        for (StoredCell cell : operation.cells()) {
            String family = TestRegion.latin(cell.family());
            if (!table.families().isEmpty() && !table.families().contains(family)) {
                return RemoteError.fatal(
                        "regionserver.NoSuchColumnFamilyException",
                        "Column family " + family + " does not exist in region " + request.region());
            }
        }
        return refusal.ofOperation(request, operation);
    }
}
