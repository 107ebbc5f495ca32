package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.HConstants;
import io.sluice.TableName;
import io.sluice.client.internal.wire.ProtoWriter;
import java.util.Arrays;

/** The requests to {@code hbase:meta}: messages {@code ScanRequest} and {@code GetRequest} of {@code Client.proto}. */
final class MetaMessages {
    private static final byte[] META_REGION_NAME = Bytes.toBytes("hbase:meta,,1");
    private static final byte[] INFO = Bytes.toBytes("info");
    private static final byte[] TABLE = Bytes.toBytes("table");
    private static final byte[] STATE = Bytes.toBytes("state");
    /** {@code HConstants.NINES}: sorts after every region id, which is a time in milliseconds. */
    private static final byte[] COMMA_NINES = Bytes.toBytes(",99999999999999");

    private static final int REGION_NAME = 1;
    private static final int PREAD = 2;

    private MetaMessages() {}

    /**
     * Scans backwards from the region that a row would be in, and closes the scanner in the same call.
     *
     * @param rows how many regions at most
     */
    static byte[] reversedScan(TableName table, byte[] row, int rows) {
        byte[] prefix = prefix(table);
        // The server refuses a longer start row. What is cut off cannot matter: no region starts with a key that long,
        // because its own row in hbase:meta, which has more after the key than this one, must keep the limit too.
        int rowBytes = Math.min(row.length, HConstants.MAX_ROW_LENGTH - prefix.length - COMMA_NINES.length);
        byte[] startRow = Bytes.add(prefix, Arrays.copyOf(row, rowBytes), COMMA_NINES);
        ProtoWriter scan = new ProtoWriter()
                .message(1, new ProtoWriter().bytes(1, INFO))
                .bytes(3, startRow)
                .bytes(4, firstRow(table))
                .bool(15, true)
                .bool(22, true)
                .varint(23, PREAD);
        return new ProtoWriter()
                .message(1, metaRegion())
                .message(2, scan)
                .varint(4, rows)
                .bool(5, true)
                .bool(7, true)
                .bool(8, true)
                .varint(11, rows)
                .toByteArray();
    }

    /** Opens a scanner over the regions of a table from a row of {@code hbase:meta} on, and fetches the first of them. */
    static byte[] openScan(TableName table, byte[] startRow, int rows) {
        ProtoWriter scan = new ProtoWriter()
                .message(1, new ProtoWriter().bytes(1, INFO))
                .bytes(3, startRow)
                .bytes(4, Bytes.add(table.getName(), Bytes.toBytes(" ,,")))
                .varint(23, PREAD);
        return new ProtoWriter()
                .message(1, metaRegion())
                .message(2, scan)
                .varint(4, rows)
                .bool(5, false)
                .bool(7, true)
                .bool(8, true)
                .toByteArray();
    }

    /**
     * Fetches more from an open scanner.
     *
     * @param callSeq number of such calls on this scanner before this one
     */
    static byte[] nextScan(long scannerId, long callSeq, int rows) {
        return new ProtoWriter()
                .varint(3, scannerId)
                .varint(4, rows)
                .bool(5, false)
                .varint(6, callSeq)
                .bool(7, true)
                .bool(8, true)
                .toByteArray();
    }

    /** Gets the column {@code table:state} of a table. */
    static byte[] getState(TableName table) {
        ProtoWriter get = new ProtoWriter()
                .bytes(1, table.getName())
                .message(2, new ProtoWriter().bytes(1, TABLE).bytes(2, STATE));
        return new ProtoWriter().message(1, metaRegion()).message(2, get).toByteArray();
    }

    /** Asks for a token. */
    static byte[] obtainToken() {
        return IssuedToken.request(metaRegion());
    }

    /** The lowest row that a region of the table can have. */
    static byte[] firstRow(TableName table) {
        return Bytes.add(prefix(table), Bytes.toBytes(","));
    }

    /** The lowest row after this one. */
    static byte[] rowAfter(byte[] row) {
        return Arrays.copyOf(row, row.length + 1);
    }

    private static byte[] prefix(TableName table) {
        return Bytes.add(table.getName(), Bytes.toBytes(","));
    }

    private static ProtoWriter metaRegion() {
        return new ProtoWriter().varint(1, REGION_NAME).bytes(2, META_REGION_NAME);
    }
}
