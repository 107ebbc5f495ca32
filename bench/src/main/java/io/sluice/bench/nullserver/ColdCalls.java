package io.sluice.bench.nullserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableState;
import org.apache.hadoop.hbase.codec.Codec;
import org.apache.hadoop.hbase.codec.KeyValueCodec;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetActiveMasterResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetBootstrapNodesResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetClusterIdResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetConnectionRegistryResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RegistryProtos.GetMetaRegionLocationsResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** What clients ask before they write: where the cluster is, and what {@code hbase:meta} says. For one thread. */
final class ColdCalls {
    static final String CLUSTER_ID = "null-server";

    private final HBaseProtos.ServerName self;
    private final MetaTable meta;
    private final Map<Long, List<List<Cell>>> scanners = new HashMap<>();
    private long lastScanner;

    /**
     * An answer.
     *
     * @param message the result
     * @param cells in the codec of the connection, which must be {@code KeyValueCodec}; may be empty
     */
    record Answer(Message message, byte[] cells) {
        Answer(Message message) {
            this(message, new byte[0]);
        }
    }

    ColdCalls(ServerName self) {
        this.self = ProtobufUtil.toServerName(self);
        meta = new MetaTable(self);
    }

    /** The answer to the preamble that asks for the cluster's id. */
    Message clusterId() {
        return GetConnectionRegistryResponse.newBuilder()
                .setClusterId(CLUSTER_ID)
                .build();
    }

    /**
     * Answers a call.
     *
     * @throws IOException if the method is not known, or its parameter is not as it should be
     */
    Answer answer(String method, byte[] parameter) throws IOException {
        return switch (method) {
            case "GetClusterId" ->
                new Answer(GetClusterIdResponse.newBuilder()
                        .setClusterId(CLUSTER_ID)
                        .build());
            case "GetActiveMaster" ->
                new Answer(
                        GetActiveMasterResponse.newBuilder().setServerName(self).build());
            case "GetBootstrapNodes" ->
                new Answer(GetBootstrapNodesResponse.newBuilder()
                        .addServerName(self)
                        .build());
            case "GetMetaRegionLocations" -> new Answer(metaLocation());
            case "Scan" -> scan(ScanRequest.parseFrom(parameter));
            case "Get" -> new Answer(tableState(GetRequest.parseFrom(parameter)));
            default -> throw new IOException("unknown method " + method);
        };
    }

    private Message metaLocation() {
        return GetMetaRegionLocationsResponse.newBuilder()
                .addMetaLocations(HBaseProtos.RegionLocation.newBuilder()
                        .setRegionInfo(ProtobufUtil.toRegionInfo(RegionInfoBuilder.FIRST_META_REGIONINFO))
                        .setServerName(self)
                        .setSeqNum(-1))
                .build();
    }

    private Answer scan(ScanRequest request) throws IOException {
        long id = request.hasScannerId() ? request.getScannerId() : ++lastScanner;
        List<List<Cell>> rows = request.hasScan() ? meta.scan(request.getScan()) : scanners.getOrDefault(id, List.of());
        int wanted = request.hasNumberOfRows() ? request.getNumberOfRows() : rows.size();
        if (request.getLimitOfRows() > 0) {
            wanted = Math.min(wanted, request.getLimitOfRows());
        }
        List<List<Cell>> sent = rows.subList(0, Math.min(wanted, rows.size()));
        List<List<Cell>> left = rows.subList(sent.size(), rows.size());
        if (left.isEmpty() || request.getCloseScanner()) {
            scanners.remove(id);
        } else {
            scanners.put(id, new ArrayList<>(left));
        }
        ScanResponse.Builder response = ScanResponse.newBuilder()
                .setScannerId(id)
                .setMoreResults(!left.isEmpty())
                .setMoreResultsInRegion(!left.isEmpty());
        sent.forEach(row -> response.addCellsPerResult(row.size()));
        return new Answer(response.build(), encoded(sent));
    }

    private static byte[] encoded(List<List<Cell>> rows) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        Codec.Encoder encoder = new KeyValueCodec().getEncoder(block);
        for (List<Cell> row : rows) {
            for (Cell cell : row) {
                encoder.write(cell);
            }
        }
        encoder.flush();
        return block.toByteArray();
    }

    /** Of hbase:meta only one other thing is ever read by row: whether the table is enabled. */
    private static Message tableState(GetRequest request) {
        Cell state = new KeyValue(
                request.getGet().getRow().toByteArray(),
                HConstants.TABLE_FAMILY,
                HConstants.TABLE_STATE_QUALIFIER,
                new TableState(TableName.valueOf(MetaTable.TABLE), TableState.State.ENABLED)
                        .convert()
                        .toByteArray());
        return GetResponse.newBuilder()
                .setResult(ProtobufUtil.toResult(Result.create(List.of(state))))
                .build();
    }
}
