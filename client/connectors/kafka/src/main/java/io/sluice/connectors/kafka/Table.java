package io.sluice.connectors.kafka;

import io.sluice.MutationCallback;
import io.sluice.Row;
import java.util.concurrent.CompletableFuture;

/** The destination of rows. Never waits for HBase. */
interface Table {
    /**
     * Passes a row to the client, if it has room.
     *
     * @param outcome called once when the row has settled, on any thread, but never inside this call
     * @return false if there is no room now, or no connection yet
     * @throws IllegalArgumentException if the row is empty or too large
     */
    boolean tryWrite(Row row, MutationCallback outcome);

    /** Sends the buffered rows; completes when they have settled. */
    CompletableFuture<?> flush();

    /** Closes the connection. Rows without an acknowledgement fail. */
    void close();
}
