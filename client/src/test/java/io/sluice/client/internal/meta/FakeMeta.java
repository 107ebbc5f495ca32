package io.sluice.client.internal.meta;

import io.sluice.RemoteException;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.registry.FakeConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.MetaCellComparator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** The region {@code hbase:meta} in memory, read and written with HBase's own classes. */
final class FakeMeta {
    static final long SCANNER = 77;

    private final NavigableMap<byte[], List<Cell>> regions = new TreeMap<>(FakeMeta::compareMetaRows);
    private final NavigableMap<byte[], Cell> states = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    final Deque<Throwable> failures = new ArrayDeque<>();
    final List<ClientProtos.ScanRequest> scans = new ArrayList<>();
    final List<FakeConnection.Request> requests = new ArrayList<>();
    /** The rows that are left of the open scanner, or null while none is open. */
    private @Nullable NavigableMap<byte[], List<Cell>> open;

    /** If set, answers wait for its completion. */
    CompletableFuture<@Nullable Void> hold = CompletableFuture.completedFuture(null);

    private int heartbeats;
    private int cellsUntilCut;

    private static int compareMetaRows(byte[] left, byte[] right) {
        return MetaCellComparator.META_COMPARATOR.compareRows(
                KeyValueUtil.createFirstOnRow(left), right, 0, right.length);
    }

    static KeyValue cell(byte[] row, String qualifier, byte[] value) {
        return new KeyValue(row, HConstants.CATALOG_FAMILY, Bytes.toBytes(qualifier), 5L, value);
    }

    static byte[] encode(List<Cell> cells) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Codec.Encoder encoder = new KeyValueCodec().getEncoder(out);
        try {
            for (Cell cell : cells) {
                encoder.write(cell);
            }
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The cells of a region's row in the order of the server, without a server if that is null. */
    static List<Cell> cells(RegionInfo region, @Nullable ServerName server, long seqNum) {
        byte[] row = region.getRegionName();
        List<Cell> cells = new ArrayList<>();
        cells.add(cell(row, "regioninfo", RegionInfo.toByteArray(region)));
        if (server != null) {
            cells.add(cell(row, "seqnumDuringOpen", Bytes.toBytes(seqNum)));
            cells.add(cell(row, "server", Bytes.toBytes(server.getAddress().toString())));
            cells.add(cell(row, "serverstartcode", Bytes.toBytes(server.getStartCode())));
            cells.add(cell(row, "state", Bytes.toBytes("OPEN")));
        }
        return cells;
    }

    void put(RegionInfo region, @Nullable ServerName server) {
        regions.put(region.getRegionName(), cells(region, server, 9));
    }

    void putState(String table, byte[] value) {
        states.put(
                Bytes.toBytes(table),
                new KeyValue(
                        Bytes.toBytes(table), HConstants.TABLE_FAMILY, HConstants.TABLE_STATE_QUALIFIER, 5, value));
    }

    /** Puts cells into the row of a region, in place of those that are there. */
    void putCells(RegionInfo region, List<Cell> cells) {
        regions.put(region.getRegionName(), cells);
    }

    /** Makes the next answers to scans heartbeats without rows. */
    void sendHeartbeats(int count) {
        heartbeats = count;
    }

    /** Cuts the next answer that has more than so many cells there, in the middle of a row if it comes so. */
    void cutAfter(int cells) {
        cellsUntilCut = cells;
    }

    boolean hasOpenScanner() {
        return open != null;
    }

    CompletableFuture<RpcConnection.Answer> answer(FakeConnection.Request request) {
        requests.add(request);
        Throwable failure = failures.poll();
        if (failure instanceof FakeOk) {
            failure = null;
        }
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        try {
            RpcConnection.Answer answer = switch (request.method()) {
                case "Get" -> get(ClientProtos.GetRequest.parseFrom(request.param()));
                case "Scan" -> scan(ClientProtos.ScanRequest.parseFrom(request.param()));
                default -> throw new IOException("no method " + request.method());
            };
            return hold.thenApply(nothing -> answer);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** In {@link #failures}: this call succeeds. */
    static final class FakeOk extends RuntimeException {}

    private RpcConnection.Answer get(ClientProtos.GetRequest request) {
        checkRegion(request.getRegion().getValue().toStringUtf8());
        ClientProtos.Column column = request.getGet().getColumn(0);
        if (!column.getFamily().toStringUtf8().equals("table")
                || !column.getQualifier(0).toStringUtf8().equals("state")) {
            throw new IllegalArgumentException("column " + column);
        }
        Cell state = states.get(request.getGet().getRow().toByteArray());
        List<Cell> cells = state == null ? List.of() : List.of(state);
        ClientProtos.Result result = ClientProtos.Result.newBuilder()
                .setAssociatedCellCount(cells.size())
                .setExists(false)
                .build();
        return new RpcConnection.Answer(
                ClientProtos.GetResponse.newBuilder().setResult(result).build().toByteArray(), encode(cells));
    }

    private RpcConnection.Answer scan(ClientProtos.ScanRequest request) throws IOException {
        scans.add(request);
        NavigableMap<byte[], List<Cell>> rows = request.hasScannerId() ? open : opened(request);
        if (rows == null || (request.hasScannerId() && request.getScannerId() != SCANNER)) {
            throw new RemoteException(
                    "org.apache.hadoop.hbase.UnknownScannerException", "Name: " + request.getScannerId(), true);
        }
        List<Cell> cells = new ArrayList<>();
        boolean isHeartbeat = heartbeats > 0 && request.getNumberOfRows() > 0;
        ClientProtos.ScanResponse.Builder response = ClientProtos.ScanResponse.newBuilder()
                .setScannerId(SCANNER)
                .setTtl(60_000)
                .setHeartbeatMessage(isHeartbeat)
                .setMoreResults(true);
        if (isHeartbeat) {
            heartbeats--;
        } else {
            take(rows, request, response, cells);
        }
        // A server says so of a scanner that it closes because it was told to, too.
        response.setMoreResultsInRegion(isHeartbeat || !rows.isEmpty());
        boolean closes = request.getCloseScanner() || !response.getMoreResults() || !response.getMoreResultsInRegion();
        open = closes ? null : rows;
        return new RpcConnection.Answer(response.build().toByteArray(), encode(cells));
    }

    private NavigableMap<byte[], List<Cell>> opened(ClientProtos.ScanRequest request) {
        checkRegion(request.getRegion().getValue().toStringUtf8());
        ClientProtos.Scan scan = request.getScan();
        byte[] start = scan.getStartRow().toByteArray();
        byte[] stop = scan.getStopRow().toByteArray();
        NavigableMap<byte[], List<Cell>> all = scan.getReversed() ? regions.descendingMap() : regions;
        return new TreeMap<>(all.subMap(start, scan.getIncludeStartRow(), stop, scan.getIncludeStopRow()));
    }

    private void take(
            NavigableMap<byte[], List<Cell>> rows,
            ClientProtos.ScanRequest request,
            ClientProtos.ScanResponse.Builder response,
            List<Cell> cells) {
        for (int count = 0; count < request.getNumberOfRows() && !rows.isEmpty(); ) {
            Map.Entry<byte[], List<Cell>> row = rows.pollFirstEntry();
            int fit = cellsUntilCut > 0
                    ? Math.min(row.getValue().size(), cellsUntilCut - cells.size())
                    : row.getValue().size();
            boolean isCut = fit < row.getValue().size();
            cells.addAll(row.getValue().subList(0, fit));
            if (fit > 0) {
                response.addCellsPerResult(fit).addPartialFlagPerResult(isCut);
            }
            if (isCut) {
                rows.put(
                        row.getKey(), row.getValue().subList(fit, row.getValue().size()));
                cellsUntilCut = 0;
                return;
            }
            if (++count == request.getLimitOfRows() && request.getLimitOfRows() > 0) {
                response.setMoreResults(false);
                return;
            }
        }
    }

    private static void checkRegion(String name) {
        if (!name.equals("hbase:meta,,1")) {
            throw new IllegalArgumentException("region " + name);
        }
    }
}
