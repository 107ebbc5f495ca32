package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.locate.RegionLocation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of {@code hbase:meta} from a block of cells. The values are those of HBase's {@code CatalogFamilyFormat}:
 * {@code regioninfo} a {@code RegionInfo} message behind the letters {@code PBUF}, {@code server} the text
 * {@code host:port}, {@code serverstartcode} and {@code seqnumDuringOpen} 64-bit numbers. Columns of read replicas, whose
 * names end in {@code _0001} and so on, are passed over. One parser reads one block.
 */
final class MetaRowParser {
    private static final byte[] INFO = Bytes.toBytes("info");
    private static final byte[] REGION_INFO = Bytes.toBytes("regioninfo");
    private static final byte[] SERVER = Bytes.toBytes("server");
    private static final byte[] START_CODE = Bytes.toBytes("serverstartcode");
    private static final byte[] SEQ_NUM = Bytes.toBytes("seqnumDuringOpen");
    private static final byte[] PROTOBUF_MAGIC = Bytes.toBytes("PBUF");

    private final TableName table;
    private final List<MetaRow> rows = new ArrayList<>();
    private byte @Nullable [] row;
    private @Nullable RegionInfo region;
    private @Nullable String server;
    private long startCode;
    private long seqNum;

    /** The part of a {@code RegionInfo} message that matters. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record RegionInfo(TableName table, byte[] startKey, byte[] endKey, boolean isWritable) {}

    private MetaRowParser(TableName table) {
        this.table = table;
    }

    /**
     * Reads all rows of a block.
     *
     * @param table regions of other tables get no location
     * @param cells in {@code KeyValueCodec} form
     * @param cellCount how many cells there must be, {@code ScanResponse.cells_per_result} in sum
     * @return the rows in the order of the block
     * @throws MalformedMessageException if the block or a value in it is not what it should be
     */
    static List<MetaRow> parse(TableName table, byte[] cells, long cellCount) throws MalformedMessageException {
        MetaRowParser parser = new MetaRowParser(table);
        CellReader reader = new CellReader(cells, 0, cells.length);
        long count = 0;
        try {
            while (reader.next()) {
                parser.add(reader);
                count++;
            }
        } catch (IllegalStateException e) {
            throw malformed(e.getMessage());
        }
        if (count != cellCount) {
            throw malformed(count + " cells where " + cellCount + " are announced");
        }
        parser.endRow();
        return parser.rows;
    }

    // Grouped by row, not by cells_per_result: the parts of a row that the server has split come one after the other.
    private void add(CellReader cell) throws MalformedMessageException {
        if (row == null || !matches(cell, cell.rowOffset(), cell.rowLength(), row)) {
            endRow();
            row = Arrays.copyOfRange(cell.array(), cell.rowOffset(), cell.rowOffset() + cell.rowLength());
        }
        if (!matches(cell, cell.familyOffset(), cell.familyLength(), INFO)) {
            return;
        }
        if (isQualifier(cell, REGION_INFO)) {
            region = regionInfo(value(cell));
        } else if (isQualifier(cell, SERVER)) {
            server = Bytes.toString(value(cell));
        } else if (isQualifier(cell, START_CODE)) {
            startCode = number(cell);
        } else if (isQualifier(cell, SEQ_NUM)) {
            seqNum = number(cell);
        }
    }

    private void endRow() throws MalformedMessageException {
        if (row != null) {
            rows.add(new MetaRow(row, location(row)));
        }
        row = null;
        region = null;
        server = null;
        startCode = ServerName.NON_STARTCODE;
        seqNum = -1;
    }

    private @Nullable RegionLocation location(byte[] regionName) throws MalformedMessageException {
        RegionInfo info = region;
        String address = server;
        if (info == null || !info.isWritable || !info.table.equals(table) || address == null || address.isEmpty()) {
            return null;
        }
        return new RegionLocation(
                info.table, regionName, info.startKey, info.endKey, serverName(address, startCode), seqNum);
    }

    private static ServerName serverName(String address, long startCode) throws MalformedMessageException {
        int colon = address.lastIndexOf(':');
        try {
            return ServerName.valueOf(
                    address.substring(0, Math.max(colon, 0)),
                    Integer.parseInt(address.substring(colon + 1)),
                    startCode);
        } catch (IllegalArgumentException e) {
            throw malformed("server '" + address + "': " + e.getMessage());
        }
    }

    private static RegionInfo regionInfo(byte[] value) throws MalformedMessageException {
        if (!Bytes.startsWith(value, PROTOBUF_MAGIC)) {
            throw malformed("regioninfo does not begin with PBUF: "
                    + Bytes.toStringBinary(value, 0, Math.min(value.length, 16)));
        }
        ProtoReader reader = new ProtoReader(Arrays.copyOfRange(value, PROTOBUF_MAGIC.length, value.length));
        TableName table = null;
        byte[] startKey = new byte[0];
        byte[] endKey = new byte[0];
        boolean isWritable = true;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 2 -> table = tableName(reader.message());
                case 3 -> startKey = reader.bytes();
                case 4 -> endKey = reader.bytes();
                // offline, split, replica_id: none of them may be there for a region that is written to.
                case 5, 6, 7 -> isWritable &= reader.varint() == 0;
                default -> reader.skip();
            }
        }
        if (table == null) {
            throw malformed("regioninfo without a table name");
        }
        return new RegionInfo(table, startKey, endKey, isWritable);
    }

    private static TableName tableName(ProtoReader reader) throws MalformedMessageException {
        String namespace = "";
        String qualifier = "";
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> namespace = reader.string();
                case 2 -> qualifier = reader.string();
                default -> reader.skip();
            }
        }
        try {
            return TableName.valueOf(namespace, qualifier);
        } catch (IllegalArgumentException e) {
            throw malformed(e.getMessage());
        }
    }

    private static boolean isQualifier(CellReader cell, byte[] qualifier) {
        return matches(cell, cell.qualifierOffset(), cell.qualifierLength(), qualifier);
    }

    private static boolean matches(CellReader cell, int offset, int length, byte[] bytes) {
        return Arrays.equals(cell.array(), offset, offset + length, bytes, 0, bytes.length);
    }

    private static byte[] value(CellReader cell) {
        return Arrays.copyOfRange(cell.array(), cell.valueOffset(), cell.valueOffset() + cell.valueLength());
    }

    private static long number(CellReader cell) throws MalformedMessageException {
        if (cell.valueLength() != Long.BYTES) {
            throw malformed("a number of " + cell.valueLength() + " bytes");
        }
        return Bytes.toLong(cell.array(), cell.valueOffset());
    }

    private static MalformedMessageException malformed(@Nullable String what) {
        return new MalformedMessageException("Malformed row of hbase:meta: " + what);
    }
}
