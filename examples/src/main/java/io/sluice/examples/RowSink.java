package io.sluice.examples;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Where rows are written to. Thread-safe. */
interface RowSink {
    /**
     * Hands a row over; may wait for room.
     *
     * @return completes when the server has acknowledged the row, fails when it has not
     */
    CompletableFuture<Void> write(MappedRow row);

    /** Waits until every row handed over has been acknowledged or has failed. */
    void flush() throws IOException, InterruptedException;

    /** Ends the writing; rows that are not acknowledged by the deadline fail. */
    void close(Duration deadline) throws InterruptedException;

    /** Returns whether {@code failure} says only that nobody knows: the row may be there or not. */
    boolean isUndecided(Throwable failure);

    /** Returns how many calls were repeated so far. */
    long retries();
}
