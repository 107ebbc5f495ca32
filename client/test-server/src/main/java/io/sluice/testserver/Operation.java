package io.sluice.testserver;

import java.util.List;
import java.util.Map;

/**
 * One mutation of a request.
 *
 * @param index which answers name it
 * @param row of its first cell, or as the request says
 * @param cells in their order
 * @param nonce 0 for none
 * @param attributes of the mutation
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Operation(
        int index, Kind kind, byte[] row, List<StoredCell> cells, long nonce, Map<String, byte[]> attributes) {

    /** {@code MutationType} of Client.proto; the order is that of the numbers on the wire. */
    public enum Kind {
        APPEND,
        INCREMENT,
        PUT,
        DELETE
    }
}
