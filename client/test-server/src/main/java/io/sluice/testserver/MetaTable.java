package io.sluice.testserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The contents of {@code hbase:meta} for the tables of a cluster. Used under the cluster's lock. */
final class MetaTable {
    static final String REGION = "hbase:meta,,1";
    private static final byte[] INFO = {'i', 'n', 'f', 'o'};

    private MetaTable() {}

    /**
     * The rows for a {@code Scan} message, in its order. Found by binary search, since a table may have many thousands.
     *
     * @param tables in the order of their names
     */
    static MetaScan scan(Iterable<TestTable> tables, ProtoMessage scan) {
        MetaKey start = MetaKey.of(scan.bytes(3));
        MetaKey stop = MetaKey.of(scan.bytes(4));
        boolean reversed = scan.flag(15, false);
        boolean withStart = scan.flag(21, true);
        boolean withStop = scan.flag(22, false);
        Deque<List<TestRegion>> found = new ArrayDeque<>();
        for (TestTable table : tables) {
            int from = reversed ? table.before(stop, !withStop) : table.before(start, !withStart);
            int to = reversed ? table.upTo(start, withStart) : table.upTo(stop, withStop);
            if (from < to) {
                List<TestRegion> regions = table.inMeta().subList(from, to);
                if (reversed) {
                    found.addFirst(regions);
                } else {
                    found.addLast(regions);
                }
            }
        }
        return new MetaScan(found, reversed);
    }

    /** The cells of a region's row, sorted by qualifier, as a region server sends them. */
    static List<StoredCell> cells(TestRegion region) {
        byte[] row = region.nameBytes();
        TestServer server = region.server();
        byte[] info = new ProtoBuilder()
                .raw(new byte[] {'P', 'B', 'U', 'F'})
                .raw(region.info().toByteArray())
                .toByteArray();
        Map<String, byte[]> columns = new TreeMap<>(Map.of(
                "regioninfo", info,
                "seqnumDuringOpen", longBytes(region.seqNum()),
                "server", ascii(server.address()),
                "serverstartcode", longBytes(server.startCode()),
                "state", ascii(region.isSplit() ? "SPLIT" : "OPEN")));
        region.damages().forEach((qualifier, value) -> {
            columns.remove(qualifier);
            value.ifPresent(bytes -> columns.put(qualifier, bytes));
        });
        return columns.entrySet().stream()
                .map(column -> cell(row, column.getKey(), column.getValue()))
                .toList();
    }

    private static StoredCell cell(byte[] row, String qualifier, byte[] value) {
        return new StoredCell(row, INFO, ascii(qualifier), 1, StoredCell.Type.PUT, value);
    }

    /** {@code table:state} of a table. */
    static StoredCell state(TestTable table) {
        byte[] state = new ProtoBuilder().number(1, table.isEnabled() ? 0 : 1).toByteArray();
        return new StoredCell(ascii(table.name()), ascii("table"), ascii("state"), 1, StoredCell.Type.PUT, state);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] longBytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
