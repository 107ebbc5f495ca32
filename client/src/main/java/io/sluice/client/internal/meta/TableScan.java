package io.sluice.client.internal.meta;

import io.sluice.RemoteException;
import io.sluice.TableName;
import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.internal.retry.Completions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Fetches all rows of a table from {@code hbase:meta} with a scanner. A scanner that the server has lost is opened again
 * behind the last row. One call follows the other, so the fields need no lock.
 */
final class TableScan {
    /** Simple names of the errors after which a new scanner helps. */
    private static final Set<String> SCANNER_LOST = Set.of(
            "UnknownScannerException", "ScannerResetException", "OutOfOrderScannerNextException", "LeaseException");

    /** More than this without any row in between is no accident. */
    private static final int MAX_REOPENS = 5;

    private final TableName table;
    private final int rowsPerCall;
    private final MetaOperation.Calls calls;
    private final List<MetaRow> rows = new ArrayList<>();
    private final CompletableFuture<List<MetaRow>> result = new CompletableFuture<>();
    private byte[] startRow;
    private long callSeq;
    private int reopens;

    TableScan(TableName table, int rowsPerCall, MetaOperation.Calls calls) {
        this.table = table;
        this.rowsPerCall = rowsPerCall;
        this.calls = calls;
        this.startRow = MetaMessages.firstRow(table);
    }

    /** Starts it; to be called once. */
    CompletableFuture<List<MetaRow>> run() {
        open();
        return result;
    }

    private void open() {
        callSeq = 0;
        send(MetaMessages.openScan(table, startRow, rowsPerCall));
    }

    private void send(byte[] request) {
        var unused = calls.call("Scan", request).whenComplete((answer, error) -> {
            try {
                if (error == null) {
                    onAnswer(answer);
                } else {
                    onError(error);
                }
            } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
    }

    private void onAnswer(RpcAnswer answer) throws IOException {
        ScanAnswer scan = ScanAnswer.parse(table, answer);
        List<MetaRow> fetched = scan.rows();
        rows.addAll(fetched);
        if (!fetched.isEmpty()) {
            startRow = MetaMessages.rowAfter(fetched.get(fetched.size() - 1).row());
            reopens = 0;
        }
        if (scan.hasMore()) {
            send(MetaMessages.nextScan(scan.scannerId(), callSeq++, rowsPerCall));
        } else {
            result.complete(rows);
        }
    }

    private void onError(Throwable error) {
        Throwable cause = Completions.cause(error);
        if (cause instanceof RemoteException remote && isScannerLost(remote) && reopens < MAX_REOPENS) {
            reopens++;
            open();
        } else {
            result.completeExceptionally(cause);
        }
    }

    private static boolean isScannerLost(RemoteException remote) {
        String name = remote.getClassName();
        return SCANNER_LOST.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
