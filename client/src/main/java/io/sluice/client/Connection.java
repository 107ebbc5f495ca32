package io.sluice.client;

import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Configuration;
import io.sluice.TableName;
import java.io.Closeable;
import java.io.IOException;

/**
 * An {@link AsyncConnection} for programs that wait: the way to {@link BufferedMutator}s, which share its sockets, region
 * cache and memory budget. Make one a cluster and keep it. Safe for use by many threads. Of HBase's interface of this name
 * it has what writing needs.
 */
public interface Connection extends Closeable {

    /** The configuration it was made with; changing it has no effect on what exists. */
    Configuration getConfiguration();

    /** A mutator with the defaults, which throws what failed. To be closed by the caller. */
    BufferedMutator getBufferedMutator(TableName tableName) throws IOException;

    /**
     * A mutator with these settings, which are copied. To be closed by the caller.
     *
     * @throws IllegalArgumentException if a setting cannot be used, or if the connection is closed
     */
    BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException;

    /** The connection below, for mutators with futures beside these; closed with this. */
    AsyncConnection toAsyncConnection();

    /** Whether it has been closed. */
    boolean isClosed();

    /**
     * Closes the mutators, each within its close timeout, then everything else. What failed in a mutator that was not
     * closed before goes to its listener, or is thrown. May be called often.
     *
     * @throws io.sluice.RetriesExhaustedWithDetailsException of the first mutator that has failures nobody was told of,
     *     those of others added as suppressed; it is closed all the same
     */
    @Override
    void close() throws IOException;
}
