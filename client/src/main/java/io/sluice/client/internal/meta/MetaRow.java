package io.sluice.client.internal.meta;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.Bytes;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.locate.RegionLocation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code hbase:meta} while its cells arrive. The values are those of HBase's {@code CatalogFamilyFormat}:
 * {@code regioninfo} is a {@code RegionInfo} message after the letters {@code PBUF}, {@code server} the text
 * {@code host:port}, {@code serverstartcode} and {@code seqnumDuringOpen} are 64-bit numbers. Columns of read replicas,
 * whose names end in {@code _0001} and so on, are ignored.
 */
final class MetaRow {
    private static final byte[] INFO = Bytes.toBytes("info");
    private static final byte[] PROTOBUF_MAGIC = Bytes.toBytes("PBUF");
    private static final byte[] NOTHING = {};

    private final byte[] key;
    /** The values of family {@code info}, by column. */
    private final Map<String, byte[]> values = new HashMap<>();

    /** Begins the row of a cell. */
    MetaRow(CellReader cell) {
        key = Arrays.copyOfRange(cell.array(), cell.rowOffset(), cell.rowOffset() + cell.rowLength());
    }

    /** The row's key, which is the region's name. */
    byte[] key() {
        return key;
    }

    /** Whether a cell belongs to this row. */
    boolean isOf(CellReader cell) {
        return matches(cell, cell.rowOffset(), cell.rowLength(), key);
    }

    /** Adds a cell of this row. */
    void add(CellReader cell) {
        if (matches(cell, cell.familyOffset(), cell.familyLength(), INFO)) {
            values.put(
                    new String(cell.array(), cell.qualifierOffset(), cell.qualifierLength(), UTF_8),
                    Arrays.copyOfRange(cell.array(), cell.valueOffset(), cell.valueOffset() + cell.valueLength()));
        }
    }

    /**
     * Reads the row when all its cells have arrived.
     *
     * @return null if the region cannot be written to: no server yet, split, offline, of another table
     * @throws MalformedMessageException if a value is damaged; names the value, not the row
     */
    @Nullable RegionLocation location(TableName table) throws MalformedMessageException {
        ProtoReader region = regionInfo();
        TableName regionTable = tableName(region.message(2));
        // offline, split, replica_id: all 0 for a region that can be written to.
        boolean isWritable = (region.varint(5, 0) | region.varint(6, 0) | region.varint(7, 0)) == 0;
        String address = new String(values.getOrDefault("server", NOTHING), UTF_8);
        ServerName place = address.isEmpty() ? null : serverName(address);
        long openedAt = number("seqnumDuringOpen", -1);
        return place == null || !isWritable || !regionTable.equals(table)
                ? null
                : new RegionLocation(regionTable, key, region.bytes(3), region.bytes(4), place, openedAt);
    }

    private ServerName serverName(String address) throws MalformedMessageException {
        int colon = address.lastIndexOf(':');
        try {
            return ServerName.valueOf(
                    address.substring(0, Math.max(colon, 0)),
                    Integer.parseInt(address.substring(colon + 1)),
                    number("serverstartcode", ServerName.NON_STARTCODE));
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("server '" + address + "': " + e.getMessage());
        }
    }

    private ProtoReader regionInfo() throws MalformedMessageException {
        byte[] regionInfo = values.getOrDefault("regioninfo", NOTHING);
        if (regionInfo.length == 0) {
            throw new MalformedMessageException("regioninfo is empty");
        }
        if (!Bytes.startsWith(regionInfo, PROTOBUF_MAGIC)) {
            throw new MalformedMessageException("regioninfo does not begin with PBUF: "
                    + Bytes.toStringBinary(regionInfo, 0, Math.min(regionInfo.length, 16)));
        }
        ProtoReader info = new ProtoReader(regionInfo, PROTOBUF_MAGIC.length, regionInfo.length);
        if (!info.has(2)) {
            throw new MalformedMessageException("regioninfo without a table name");
        }
        return info;
    }

    private static TableName tableName(ProtoReader name) throws MalformedMessageException {
        try {
            return TableName.valueOf(name.string(1), name.string(2));
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("regioninfo: " + e.getMessage());
        }
    }

    private long number(String column, long ifAbsent) throws MalformedMessageException {
        byte[] value = values.get(column);
        if (value == null) {
            return ifAbsent;
        }
        if (value.length != Long.BYTES) {
            throw new MalformedMessageException(column + " has " + value.length + " bytes and not " + Long.BYTES);
        }
        return Bytes.toLong(value, 0);
    }

    private static boolean matches(CellReader cell, int offset, int length, byte[] bytes) {
        return Arrays.equals(cell.array(), offset, offset + length, bytes, 0, bytes.length);
    }
}
