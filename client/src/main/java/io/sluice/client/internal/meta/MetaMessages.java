package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.HConstants;
import io.sluice.TableName;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.client.internal.wire.ProtoWriter;
import io.sluice.internal.cell.CellReader;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The requests to {@code hbase:meta}, of {@code Client.proto}; and the state of a table, which is the answer to one of them.
 */
final class MetaMessages {
    private static final byte[] META_REGION_NAME = Bytes.toBytes("hbase:meta,,1");
    private static final byte[] COMMA = {','};
    private static final byte[] INFO = Bytes.toBytes("info");
    private static final byte[] TABLE = Bytes.toBytes("table");
    private static final byte[] STATE = Bytes.toBytes("state");
    /** {@code HConstants.NINES}: sorts after every region id, which is a time in milliseconds. */
    private static final byte[] COMMA_NINES = Bytes.toBytes(",99999999999999");

    private static final int REGION_NAME = 1;
    private static final int PREAD = 2;

    private MetaMessages() {}

    /**
     * Which rows of {@code hbase:meta} a scan reads: those of the regions of a table.
     *
     * @param from the key to begin at, inclusive
     * @param isReversed whether to go backwards from there
     * @param to the key to end at; no region has it
     * @param rows how many one call fetches at most
     * @param isLimited whether the whole scan fetches no more than that
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Range(TableName table, byte[] from, boolean isReversed, byte[] to, int rows, boolean isLimited) {

        /**
         * The region that begins at or before a row, and some before that.
         *
         * @param firstStart the lowest start key that any of them may have
         */
        static Range endingAt(TableName table, byte[] row, byte[] firstStart, int rows) {
            byte[] prefix = Bytes.add(table.getName(), COMMA);
            // The server refuses a longer start row. The part cut off does not matter: no region starts with a key that
            // long, because its own row in hbase:meta, which has more after the key than this one, must keep the limit.
            int rowBytes = Math.min(row.length, HConstants.MAX_ROW_LENGTH - prefix.length - COMMA_NINES.length);
            byte[] from = Bytes.add(prefix, Arrays.copyOf(row, rowBytes), COMMA_NINES);
            return new Range(table, from, true, Bytes.add(prefix, firstStart, COMMA), rows, true);
        }

        /** All regions. */
        static Range all(TableName table, int rowsPerCall) {
            return new Range(
                    table,
                    Bytes.add(table.getName(), COMMA, COMMA),
                    false,
                    Bytes.add(table.getName(), Bytes.toBytes(" ,,")),
                    rowsPerCall,
                    false);
        }
    }

    /**
     * Opens a scanner and fetches the first rows.
     *
     * @param behind the row after which to begin, or null for the beginning of the range
     * @param rows how many at most
     */
    static byte[] openScan(Range range, byte @Nullable [] behind, int rows) {
        ProtoWriter scan = new ProtoWriter()
                .message(1, new ProtoWriter().bytes(1, INFO))
                .bytes(3, behind == null ? range.from() : behind)
                .bytes(4, range.to())
                .bool(15, range.isReversed())
                .bool(21, behind == null)
                .bool(22, range.isReversed())
                .varint(23, PREAD);
        return rows(new ProtoWriter().message(1, metaRegion()).message(2, scan), range, rows)
                .toByteArray();
    }

    /**
     * Fetches more from an open scanner.
     *
     * @param callSeq number of such calls on this scanner before this one
     */
    static byte[] nextScan(Range range, long scannerId, long callSeq, int rows) {
        return rows(new ProtoWriter().varint(3, scannerId).varint(6, callSeq), range, rows)
                .toByteArray();
    }

    /** At the limit the server closes the scanner by itself, so that a look-up usually takes one call. */
    private static ProtoWriter rows(ProtoWriter request, Range range, int rows) {
        request.varint(4, rows).bool(5, false).bool(7, true).bool(8, true);
        return range.isLimited() ? request.varint(11, rows) : request;
    }

    /** Closes a scanner that has more. */
    static byte[] closeScan(long scannerId) {
        return new ProtoWriter().varint(3, scannerId).varint(4, 0).bool(5, true).toByteArray();
    }

    /** Gets the column {@code table:state} of a table. */
    static byte[] getState(TableName table) {
        ProtoWriter get = new ProtoWriter()
                .bytes(1, table.getName())
                .message(2, new ProtoWriter().bytes(1, TABLE).bytes(2, STATE));
        return new ProtoWriter().message(1, metaRegion()).message(2, get).toByteArray();
    }

    /** Calls {@code AuthenticationService.GetAuthenticationToken}, an endpoint on the region of hbase:meta. */
    static byte[] obtainToken() {
        ProtoWriter call = new ProtoWriter()
                .bytes(1, new byte[0])
                .string(2, "AuthenticationService")
                .string(3, "GetAuthenticationToken")
                .bytes(4, new byte[0]);
        return new ProtoWriter().message(1, metaRegion()).message(2, call).toByteArray();
    }

    private static ProtoWriter metaRegion() {
        return new ProtoWriter().varint(1, REGION_NAME).bytes(2, META_REGION_NAME);
    }

    /** {@code TableState.State} of HBase; the order is that of the numbers on the wire. */
    enum TableState {
        ENABLED,
        DISABLED,
        DISABLING,
        ENABLING
    }

    /**
     * Reads the answer to {@link #getState}.
     *
     * @return null if the table has no state, that is, does not exist
     * @throws MalformedMessageException if the answer is not what it should be
     */
    static @Nullable TableState state(RpcConnection.Answer answer) throws MalformedMessageException {
        CellReader cell = new CellReader(answer.cells(), 0, answer.cells().length);
        try {
            if (!cell.next()) {
                return null;
            }
        } catch (IllegalStateException e) {
            throw new MalformedMessageException("Malformed table state: " + e.getMessage());
        }
        ProtoReader value = new ProtoReader(cell.array(), cell.valueOffset(), cell.valueOffset() + cell.valueLength());
        if (!value.has(1)) {
            throw new MalformedMessageException("Malformed table state: empty");
        }
        long number = value.varint(1, 0);
        TableState[] states = TableState.values();
        if (number < 0 || number >= states.length) {
            throw new MalformedMessageException("Malformed table state: number " + number);
        }
        return states[(int) number];
    }
}
