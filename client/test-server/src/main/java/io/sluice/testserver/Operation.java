package io.sluice.testserver;

import java.util.List;
import java.util.Map;

/**
 * One mutation of a request.
 *
 * @param index the index by which answers refer to it
 * @param row the row of its first cell, or the one in the request
 * @param cells its cells in order
 * @param nonce its nonce, or 0 for none
 * @param attributes its attributes
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Operation(
        int index, Kind kind, byte[] row, List<StoredCell> cells, long nonce, Map<String, byte[]> attributes) {

    /** {@code MutationType} of Client.proto; in the order of the numbers on the wire. */
    public enum Kind {
        APPEND,
        INCREMENT,
        PUT,
        DELETE
    }
}
