package io.sluice.bench.nullserver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.bench.writer.Rows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.MetaCellComparator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** What {@code hbase:meta} says: one table with regions on one server. */
final class MetaTable {
    static final String TABLE = "bench";
    private static final long REGION_ID = 1_700_000_000_000L;

    private final List<List<Cell>> rows = new ArrayList<>();

    MetaTable(ServerName server) {
        List<byte[]> edges = new ArrayList<>();
        edges.add(HConstants.EMPTY_BYTE_ARRAY);
        edges.addAll(Rows.splitKeys());
        edges.add(HConstants.EMPTY_BYTE_ARRAY);
        for (int i = 0; i < edges.size() - 1; i++) {
            rows.add(cells(
                    RegionInfoBuilder.newBuilder(TableName.valueOf(TABLE))
                            .setRegionId(REGION_ID)
                            .setStartKey(edges.get(i))
                            .setEndKey(edges.get(i + 1))
                            .build(),
                    server));
        }
    }

    /** In the order of their qualifiers, as a region server sends them. */
    private static List<Cell> cells(RegionInfo region, ServerName server) {
        byte[] row = region.getRegionName();
        return List.of(
                cell(row, "regioninfo", RegionInfo.toByteArray(region)),
                cell(row, "seqnumDuringOpen", Bytes.toBytes(1L)),
                cell(row, "server", Bytes.toBytes(server.getAddress().toString())),
                cell(row, "serverstartcode", Bytes.toBytes(server.getStartCode())),
                cell(row, "state", Bytes.toBytes("OPEN")));
    }

    private static Cell cell(byte[] row, String qualifier, byte[] value) {
        return new KeyValue(row, HConstants.CATALOG_FAMILY, qualifier.getBytes(US_ASCII), REGION_ID, value);
    }

    /** The rows of a scan in its order, each with its cells. */
    List<List<Cell>> scan(Scan scan) {
        byte[] start = scan.getStartRow().toByteArray();
        byte[] stop = scan.getStopRow().toByteArray();
        List<List<Cell>> found = new ArrayList<>();
        for (List<Cell> row : rows) {
            int toStart = compare(row, start, scan.getReversed());
            int toStop = -compare(row, stop, scan.getReversed());
            if ((start.length == 0 || toStart > 0 || (toStart == 0 && scan.getIncludeStartRow()))
                    && (stop.length == 0 || toStop > 0 || (toStop == 0 && scan.getIncludeStopRow()))) {
                found.add(row);
            }
        }
        if (scan.getReversed()) {
            Collections.reverse(found);
        }
        return found;
    }

    /** Above 0 if the row comes after the other in the scan's order. */
    private static int compare(List<Cell> row, byte[] other, boolean reversed) {
        int order = MetaCellComparator.META_COMPARATOR.compareRows(row.get(0), other, 0, other.length);
        return reversed ? -order : order;
    }
}
