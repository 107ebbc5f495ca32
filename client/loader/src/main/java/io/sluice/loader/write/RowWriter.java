package io.sluice.loader.write;

import io.sluice.Put;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A destination of rows. Thread-safe. */
public interface RowWriter {
    /** Accepts a row; may wait for room. Completes when the server has acknowledged it. */
    CompletableFuture<Void> write(Put put);

    /** Waits until every accepted row has been acknowledged or has failed. */
    void flush() throws IOException, InterruptedException;

    /** Closes the writer; rows that are not acknowledged by the deadline fail. */
    void close(Duration deadline) throws InterruptedException;

    /** Returns whether rows are only counted, and not written. */
    default boolean isDry() {
        return false;
    }

    /** Returns how often a row was sent again. */
    long retries();
}
