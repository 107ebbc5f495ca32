package io.sluice.client;

import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Configuration;
import io.sluice.TableName;
import java.io.Closeable;
import java.io.IOException;

/**
 * A blocking facade for {@link AsyncConnection}. Its {@link BufferedMutator}s share sockets, region cache and memory budget.
 * Make one for each cluster and keep it. Safe for use by many threads. It has the methods of HBase's interface of this name
 * that writing needs.
 */
public interface Connection extends Closeable {

    /** The configuration of this connection; changing it does not affect the connection. */
    Configuration getConfiguration();

    /** A mutator with the defaults, which throws failures. The caller must close it. */
    BufferedMutator getBufferedMutator(TableName tableName) throws IOException;

    /**
     * A mutator with these settings, which are copied. The caller must close it.
     *
     * @throws IllegalArgumentException if a setting is invalid, or if the connection is closed
     */
    BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException;

    /** The underlying connection, for mutators with futures. It is closed with this one. */
    AsyncConnection toAsyncConnection();

    /** Whether it has been closed. */
    boolean isClosed();

    /**
     * Closes the mutators, each within its close timeout, then everything else. Failures of mutators that were still open go to
     * their listeners, or are thrown. May be called repeatedly.
     *
     * @throws io.sluice.RetriesExhaustedWithDetailsException the failures of the first mutator that has unreported ones; those
     *     of others are suppressed exceptions. The connection is closed nevertheless
     */
    @Override
    void close() throws IOException;
}
