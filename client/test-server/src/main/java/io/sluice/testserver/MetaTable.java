package io.sluice.testserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The contents of {@code hbase:meta} for the tables of a cluster. Used under the cluster's lock. */
final class MetaTable {
    static final String REGION = "hbase:meta,,1";
    private static final byte[] INFO = {'i', 'n', 'f', 'o'};

    private MetaTable() {}

    /** The rows for a {@code Scan} message, in its order, each with its cells. */
    static List<List<StoredCell>> scan(Iterable<TestTable> tables, ProtoMessage scan) {
        Key start = new Key(scan.bytes(3));
        Key stop = new Key(scan.bytes(4));
        boolean reversed = scan.flag(15, false);
        List<List<StoredCell>> found = new ArrayList<>();
        for (TestTable table : tables) {
            List<TestRegion> all = new ArrayList<>(table.parents());
            all.addAll(table.regions());
            all.sort((a, b) -> new Key(a.nameBytes()).compareTo(new Key(b.nameBytes())));
            for (TestRegion region : all) {
                Key key = new Key(region.nameBytes());
                int toStart = reversed ? -key.compareTo(start) : key.compareTo(start);
                int toStop = reversed ? -key.compareTo(stop) : key.compareTo(stop);
                if ((start.isEmpty() || toStart > 0 || (toStart == 0 && scan.flag(21, true)))
                        && (stop.isEmpty() || toStop < 0 || (toStop == 0 && scan.flag(22, false)))) {
                    found.add(cells(region));
                }
            }
        }
        if (reversed) {
            Collections.reverse(found);
        }
        return found;
    }

    /** In the order of their qualifiers, as a region server sends them. */
    private static List<StoredCell> cells(TestRegion region) {
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

    /** A row key of hbase:meta: ordered by table, then start key, which may contain commas, then the rest. */
    private record Key(byte[] table, byte[] start, byte[] rest) implements Comparable<Key> {
        Key(byte[] row) {
            this(part(row, 0, first(row)), part(row, first(row) + 1, last(row)), part(row, last(row) + 1, row.length));
        }

        private static int first(byte[] row) {
            int comma = TestRegion.latin(row).indexOf(',');
            return comma < 0 ? row.length : comma;
        }

        private static int last(byte[] row) {
            int comma = TestRegion.latin(row).lastIndexOf(',');
            return comma < 0 ? row.length : comma;
        }

        private static byte[] part(byte[] row, int from, int to) {
            return from >= to || from > row.length ? new byte[0] : Arrays.copyOfRange(row, from, to);
        }

        boolean isEmpty() {
            return table.length == 0;
        }

        @Override
        public int compareTo(Key other) {
            int order = Arrays.compareUnsigned(table, other.table);
            order = order != 0 ? order : Arrays.compareUnsigned(start, other.start);
            return order != 0 ? order : Arrays.compareUnsigned(rest, other.rest);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && compareTo(key) == 0;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(table) + Arrays.hashCode(start) + Arrays.hashCode(rest);
        }
    }
}
