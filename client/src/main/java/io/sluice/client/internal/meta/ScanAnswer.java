package io.sluice.client.internal.meta;

import io.sluice.TableName;
import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ProtoReader;
import java.util.List;

/**
 * What a call of {@code Scan} gave.
 *
 * @param rows in the order of the scan
 * @param scannerId the open scanner
 * @param hasMore whether the scanner is open and must be asked again; not so {@code rows.isEmpty()}, since a server may
 *     send heartbeats
 */
record ScanAnswer(List<MetaRow> rows, long scannerId, boolean hasMore) {

    /**
     * Reads message {@code ScanResponse} and its cells.
     *
     * @throws MalformedMessageException if they are not what they should be
     */
    static ScanAnswer parse(TableName table, RpcAnswer answer) throws MalformedMessageException {
        ProtoReader reader = new ProtoReader(answer.message());
        long cellCount = 0;
        long scannerId = 0;
        boolean hasScanner = false;
        boolean moreResults = true;
        boolean moreResultsInRegion = true;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case 1 -> cellCount += reader.varint();
                case 2 -> {
                    scannerId = reader.varint();
                    hasScanner = true;
                }
                case 3 -> moreResults = reader.bool();
                case 8 -> moreResultsInRegion = reader.bool();
                default -> reader.skip();
            }
        }
        List<MetaRow> rows = MetaRowParser.parse(table, answer.cells(), cellCount);
        return new ScanAnswer(rows, scannerId, hasScanner && moreResults && moreResultsInRegion);
    }
}
