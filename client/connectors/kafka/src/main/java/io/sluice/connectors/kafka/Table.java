package io.sluice.connectors.kafka;

import io.sluice.MutationCallback;
import io.sluice.Row;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The destination of rows. Never waits, except in {@link #close}. */
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

    /** Waits for acknowledgements, at most until the deadline, and closes the connection. */
    void close(Duration deadline);
}
