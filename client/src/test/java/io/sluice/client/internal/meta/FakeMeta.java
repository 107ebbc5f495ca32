package io.sluice.client.internal.meta;

import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
    final List<RpcRequest> requests = new ArrayList<>();
    private NavigableMap<byte[], List<Cell>> open = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    private boolean heartbeatNext;

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

    /** Makes the next continuation of a scan an answer without rows. */
    void sendHeartbeat() {
        heartbeatNext = true;
    }

    CompletableFuture<RpcAnswer> answer(RpcRequest request) {
        requests.add(request);
        Throwable failure = failures.poll();
        if (failure instanceof FakeOk) {
            failure = null;
        }
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        try {
            return CompletableFuture.completedFuture(
                    switch (request.method()) {
                        case "Get" -> get(ClientProtos.GetRequest.parseFrom(request.param()));
                        case "Scan" -> scan(ClientProtos.ScanRequest.parseFrom(request.param()));
                        default -> throw new IOException("no method " + request.method());
                    });
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** In {@link #failures}: this call succeeds. */
    static final class FakeOk extends RuntimeException {}

    private RpcAnswer get(ClientProtos.GetRequest request) {
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
        return new RpcAnswer(
                ClientProtos.GetResponse.newBuilder().setResult(result).build().toByteArray(), encode(cells));
    }

    private RpcAnswer scan(ClientProtos.ScanRequest request) {
        scans.add(request);
        if (!request.hasScannerId()) {
            checkRegion(request.getRegion().getValue().toStringUtf8());
            ClientProtos.Scan scan = request.getScan();
            byte[] start = scan.getStartRow().toByteArray();
            byte[] stop = scan.getStopRow().toByteArray();
            NavigableMap<byte[], List<Cell>> all = scan.getReversed() ? regions.descendingMap() : regions;
            open = new TreeMap<>(all.subMap(start, true, stop, scan.getIncludeStopRow()));
        } else if (request.getScannerId() != SCANNER) {
            throw new IllegalArgumentException("scanner " + request.getScannerId());
        }
        List<Cell> cells = new ArrayList<>();
        ClientProtos.ScanResponse.Builder response =
                ClientProtos.ScanResponse.newBuilder().setScannerId(SCANNER).setTtl(60_000);
        boolean isHeartbeat = heartbeatNext && request.hasScannerId();
        for (int rows = isHeartbeat ? 0 : request.getNumberOfRows(); rows > 0 && !open.isEmpty(); rows--) {
            List<Cell> row = open.pollFirstEntry().getValue();
            cells.addAll(row);
            response.addCellsPerResult(row.size()).addPartialFlagPerResult(false);
        }
        heartbeatNext &= !isHeartbeat;
        response.setHeartbeatMessage(isHeartbeat)
                .setMoreResults(true)
                .setMoreResultsInRegion(!open.isEmpty() && !request.getCloseScanner());
        return new RpcAnswer(response.build().toByteArray(), encode(cells));
    }

    private static void checkRegion(String name) {
        if (!name.equals("hbase:meta,,1")) {
            throw new IllegalArgumentException("region " + name);
        }
    }
}
