package io.sluice.bench.outage;

import java.util.concurrent.CompletableFuture;

/**
 * A connected client with a mutator for each table, at its default settings, that knows all regions. Its puts may be called
 * by many threads.
 */
interface OutageClient extends AutoCloseable {
    /** The column of each put. */
    byte[] FAMILY = {'f'};

    /** The column of each put. */
    byte[] QUALIFIER = {'q'};

    /** The value of each put. */
    int VALUE_BYTES = 100;

    /** Writes a put; may wait, if that is what the client does. */
    CompletableFuture<Void> put(int table, byte[] row);

    /** Starts to send what is buffered. */
    void flush();
}
