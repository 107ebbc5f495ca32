package io.sluice.client.internal.meta;

import io.sluice.Bytes;
import io.sluice.HBaseIOException;
import io.sluice.RemoteException;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import io.sluice.internal.cell.CellReader;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.retry.Completions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the regions of a table from {@code hbase:meta}. It asks until the server says that there are no more rows, whatever
 * an answer holds: no row (a heartbeat), a part of a row, or a damaged row, which is noted and skipped. A new attempt
 * continues after the last complete row of the one before. A server whose answers lead nowhere fails the attempt, so that the
 * client does not ask it for ever without a pause. Calls follow each other, so the fields need no lock.
 */
final class MetaScan {
    /** Simple names of the errors after which a new scanner is needed. */
    private static final Set<String> SCANNER_LOST = Set.of(
            "UnknownScannerException", "ScannerResetException", "OutOfOrderScannerNextException", "LeaseException");

    private static final int SHOWN_DAMAGES = 3;

    /**
     * Answers after which a row must be complete. A server sends a heartbeat after half a second at the earliest, and cuts a
     * row only when that has megabytes.
     */
    private static final int MAX_ANSWERS_WITHOUT_ROW = 1_000;

    private final MetaMessages.Range range;
    private final List<RegionLocation> locations = new ArrayList<>();
    private final List<String> damages = new ArrayList<>();
    private int rows;
    /** The current limit if the number of rows is limited, see {@link Scanner#goOn}. */
    private int wanted;

    private byte @Nullable [] firstRow;
    private byte @Nullable [] lastRow;
    /** The row read when 1, 2, 4, 8, ... rows were complete: a server that goes round in circles sends it again. */
    private byte @Nullable [] mark;

    private int answersWithoutRow;
    private boolean ended;

    /** The row of which more cells may follow. */
    private @Nullable MetaRow unfinished;

    /** Calls the server of {@code hbase:meta} within the time that is left. */
    @FunctionalInterface
    interface Calls {
        /** See {@link RpcConnection#call}. */
        CompletableFuture<RpcConnection.Answer> call(String method, byte[] param);

        /** Whether no caller waits for the answer any more. */
        default boolean isOver() {
            return false;
        }
    }

    MetaScan(MetaMessages.Range range) {
        this.range = range;
        wanted = range.rows();
    }

    /** All rows read, including damaged ones and those without a location. */
    int rows() {
        return rows;
    }

    /** Regions that can be written to, in the order of the scan. */
    List<RegionLocation> locations() {
        return locations;
    }

    /** The damaged rows with what is wrong with each; empty if there are none. */
    String damages() {
        int more = damages.size() - SHOWN_DAMAGES;
        return more <= 0
                ? String.join("; ", damages)
                : String.join("; ", damages.subList(0, SHOWN_DAMAGES)) + "; and " + more + " more";
    }

    /** The first row found, for messages. */
    String nearest() {
        return firstRow == null ? "none" : Bytes.toStringBinary(firstRow);
    }

    /**
     * Makes an attempt: continues where the last one failed, or starts again if that one finished.
     *
     * @return completes with this scan when it has read all rows
     */
    CompletableFuture<MetaScan> run(Calls calls) {
        if (ended) {
            ended = false;
            locations.clear();
            damages.clear();
            rows = 0;
            wanted = range.rows();
            firstRow = null;
            lastRow = null;
            mark = null;
        }
        unfinished = null;
        answersWithoutRow = 0;
        Scanner scanner = new Scanner(calls);
        scanner.open();
        return scanner.result;
    }

    private int rowsLeft() {
        return range.isLimited() ? wanted - rows : range.rows();
    }

    /** One scanner of the server. */
    private final class Scanner {
        private final Calls calls;
        private final CompletableFuture<MetaScan> result = new CompletableFuture<>();
        private long id;
        private long callSeq;
        /** Whether the server has it open, as far as we know. */
        private boolean isOpen;

        Scanner(Calls calls) {
            this.calls = calls;
        }

        private void ask(byte[] request) {
            var unused = calls.call("Scan", request).whenComplete((answer, error) -> {
                try {
                    if (error != null) {
                        fail(asRetriable(Completions.cause(error)));
                    } else {
                        read(answer);
                        goOn();
                    }
                } catch (IOException | RuntimeException e) {
                    fail(e);
                }
            });
        }

        private void open() {
            callSeq = 0;
            ask(MetaMessages.openScan(range, lastRow, rowsLeft()));
        }

        private void goOn() throws MalformedMessageException {
            if (isOpen && calls.isOver()) {
                fail(new IOException("nobody waits for the scan any more"));
                return;
            }
            if (isOpen) {
                ask(MetaMessages.nextScan(range, id, callSeq++, rowsLeft()));
                return;
            }
            endRow();
            if (range.isLimited() && locations.isEmpty() && rowsLeft() <= 0) {
                // It ended at the limit, and all rows up to there have no location.
                wanted += rows;
                open();
            } else {
                ended = true;
                result.complete(MetaScan.this);
            }
        }

        private void fail(Throwable error) {
            if (isOpen) {
                // Otherwise the server keeps it for a minute, until its lease ends.
                var unused = calls.call("Scan", MetaMessages.closeScan(id));
            }
            result.completeExceptionally(error);
        }

        private Throwable asRetriable(Throwable error) {
            if (!(error instanceof RemoteException remote)) {
                return error;
            }
            String name = remote.getClassName();
            if (!SCANNER_LOST.contains(name.substring(name.lastIndexOf('.') + 1))) {
                return error;
            }
            isOpen = false;
            // Final for the scanner; a new one continues where it ended.
            return new HBaseIOException("the server has lost the scanner of hbase:meta: " + error.getMessage(), error);
        }

        /** Reads message {@code ScanResponse} and its cells. */
        private void read(RpcConnection.Answer answer) throws MalformedMessageException {
            isOpen = false;
            ProtoReader response = new ProtoReader(answer.message());
            id = response.varint(2, id);
            isOpen = response.bool(3, true) && response.bool(8, false);
            boolean isLastPartial = response.bool(7, false);
            int rowsBefore = rows;
            long cellCount = 0;
            // One number for each row.
            while (response.seek(1)) {
                cellCount += response.varint();
            }
            readCells(answer.cells(), cellCount);
            if (cellCount > 0 && !isLastPartial) {
                endRow();
            }
            answersWithoutRow = rows > rowsBefore ? 0 : answersWithoutRow + 1;
            if (isOpen && answersWithoutRow >= MAX_ANSWERS_WITHOUT_ROW) {
                throw new MalformedMessageException("Malformed scan of hbase:meta: the last " + answersWithoutRow
                        + " answers completed no row, though there are more");
            }
        }
    }

    // By row, not by cells_per_result: the server may send a row in several consecutive parts.
    private void readCells(byte[] cells, long announced) throws MalformedMessageException {
        CellReader cell = new CellReader(cells, 0, cells.length);
        long count = 0;
        try {
            for (; cell.next(); count++) {
                MetaRow row = unfinished;
                if (row == null || !row.isOf(cell)) {
                    endRow();
                    row = new MetaRow(cell);
                    unfinished = row;
                }
                row.add(cell);
            }
        } catch (IllegalStateException e) {
            throw new MalformedMessageException("Malformed cells of hbase:meta: " + e.getMessage());
        }
        if (count != announced) {
            throw new MalformedMessageException(
                    "Malformed cells of hbase:meta: " + count + " cells where " + announced + " are announced");
        }
    }

    private void endRow() throws MalformedMessageException {
        MetaRow row = unfinished;
        unfinished = null;
        if (row == null) {
            return;
        }
        if (Arrays.equals(row.key(), mark)) {
            ended = true;
            throw new MalformedMessageException("Malformed scan of hbase:meta: the server sends row '"
                    + Bytes.toStringBinary(row.key()) + "' again");
        }
        lastRow = row.key();
        firstRow = firstRow == null ? lastRow : firstRow;
        rows++;
        if (Integer.bitCount(rows) == 1) {
            mark = lastRow;
        }
        try {
            RegionLocation location = row.location(range.table());
            if (location != null) {
                locations.add(location);
            }
        } catch (MalformedMessageException e) {
            damages.add("'" + Bytes.toStringBinary(row.key()) + "': " + e.getMessage());
        }
    }
}
