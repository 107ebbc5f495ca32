package io.sluice.bench.outage;

import java.util.concurrent.CompletableFuture;

/**
 * A connected client with a mutator for each table, with default settings, that knows all regions. Many threads may
 * write with it.
 */
interface OutageClient extends AutoCloseable {
    /** The column of each put. */
    byte[] FAMILY = {'f'};

    /** The column of each put. */
    byte[] QUALIFIER = {'q'};

    /** The value of each put. */
    int VALUE_BYTES = 100;

    /** Writes a put; may wait, if the client does. */
    CompletableFuture<Void> put(int table, byte[] row);

    /** Starts to send the buffers. */
    void flush();
}
