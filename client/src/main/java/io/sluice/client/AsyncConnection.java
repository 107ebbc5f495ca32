package io.sluice.client;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.TableName;
import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;

/**
 * A connection to a cluster: the sockets, the region cache and the memory budget that all its mutators share. Make one a
 * cluster and keep it. Safe for use by many threads. Names are those of HBase's interface; what HBase does not have is
 * marked "Sluice".
 */
public interface AsyncConnection extends Closeable {

    /** The configuration it was made with; changing it has no effect on what exists. */
    Configuration getConfiguration();

    /** A builder of mutators whose futures complete on a network thread. */
    AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName);

    /** A builder of mutators whose futures complete on the given executor, which stays the caller's to shut down. */
    AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName, ExecutorService pool);

    /** A mutator with the defaults. */
    default AsyncBufferedMutator getBufferedMutator(TableName tableName) {
        return getBufferedMutatorBuilder(tableName).build();
    }

    /** A mutator with the defaults whose futures complete on the given executor. */
    default AsyncBufferedMutator getBufferedMutator(TableName tableName, ExecutorService pool) {
        return getBufferedMutatorBuilder(tableName, pool).build();
    }

    /** Whether {@link #close()} or {@link #closeAsync} has been called. */
    boolean isClosed();

    /** Closes the mutators, each within its own close timeout, then everything else. May be called often. */
    @Override
    void close();

    /**
     * Sluice. Closes without waiting.
     *
     * @param deadline how long acknowledgements may take in all
     * @return the results of the mutators that were open, added up; completes, always normally, when the sockets are closed
     */
    CompletableFuture<CloseResult> closeAsync(Duration deadline);

    /**
     * Sluice. Finds all regions of a table at once, so that the first writes need not ask for each.
     *
     * @return the number of regions. Fails with {@link io.sluice.TableNotFoundException} or another
     *     {@link java.io.IOException}
     */
    CompletableFuture<Integer> preloadRegions(TableName tableName);

    /**
     * Sluice. Connects to servers before the first write needs it, to several at the same time and spread evenly over the
     * network threads.
     *
     * @return what was done by the deadline; a connect that fails does not stop the others and is named there. Fails with
     *     {@link io.sluice.TableNotFoundException} or another {@link java.io.IOException} of the look-up of a table
     */
    CompletableFuture<WarmUpReport> warmUp(WarmUp spec);

    /**
     * Sluice. Has the cluster make a token for the user of this connection, who must be known to it by Kerberos. With it
     * another process acts for that user, until it expires ({@code hbase.auth.token.max.lifetime} at the servers, a week)
     * or the cluster forgets its key. It cannot be renewed.
     *
     * @return fails with an {@link java.io.IOException} where there is no Kerberos, or no endpoint for tokens
     */
    CompletableFuture<AuthenticationToken> obtainToken();

    /**
     * Sluice. All that the connection holds and does at this moment, as a value and as JSON. Cheap enough for every few
     * seconds; waits for nothing, on any thread, and works after {@link #close()}.
     */
    ConnectionState state();

    /** Sluice. How many connections there are, and what was done with them. */
    ConnectionPoolState connectionPools();

    /**
     * Sluice. Shows what this connection does in a registry of Micrometer: the meters of {@code docs/metrics.md}, whose names
     * begin with {@code sluice.}. Without a registry nothing is registered and nothing is timed. Several may be bound; one that
     * is bound already stays as it is. Wants {@code io.micrometer:micrometer-core} on the class path, which this client does not
     * bring.
     *
     * @param meterRegistry an {@code io.micrometer.core.instrument.MeterRegistry}. Its type is not named here, since whoever
     *     looks at this interface by reflection, as Spring and Mockito do, would then need Micrometer without using it
     * @return takes the meters out again; closing the connection does that, too
     * @throws IllegalArgumentException if it is no such registry
     * @throws IllegalStateException if the connection is closed, or Micrometer missing
     */
    MetricsBinding bindTo(Object meterRegistry);
}
