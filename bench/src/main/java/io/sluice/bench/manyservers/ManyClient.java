package io.sluice.bench.manyservers;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connected client with default settings. */
interface ManyClient extends AutoCloseable {
    /** The column of each put. */
    byte[] FAMILY = {'f'};

    /** The column of each put. */
    byte[] QUALIFIER = {'q'};

    /** The value of each put. */
    int VALUE_BYTES = 100;

    /** Looks up all regions of the large table, and returns how many there are. */
    int preload() throws Exception;

    /** Connects to all servers of the large table. */
    void connect() throws Exception;

    /**
     * Opens a mutator.
     *
     * @param linger age at which it sends; null for the default
     */
    Mutator mutator(String table, @Nullable Duration linger);

    @Override
    void close() throws IOException;

    /** A mutator, for use by many threads. */
    interface Mutator extends AutoCloseable {
        /** Writes a put; may wait, if the client does. */
        CompletableFuture<Void> put(byte[] row);

        /** Starts to send the buffer. */
        void flush();

        @Override
        void close();
    }
}
