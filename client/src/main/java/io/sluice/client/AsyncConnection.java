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
 * A connection to a cluster: the sockets, the region cache and the memory budget that all its mutators share. Make one for
 * each cluster and keep it. Safe for use by many threads. Names are those of HBase's interface; additions are marked
 * "Sluice".
 */
public interface AsyncConnection extends Closeable {

    /** The configuration of this connection; changing it does not affect the connection. */
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

    /** Closes the mutators, each within its own close timeout, then everything else. May be called repeatedly. */
    @Override
    void close();

    /**
     * Sluice. Closes without waiting.
     *
     * @param deadline how long to wait for acknowledgements in all
     * @return the sum of the results of the open mutators; completes when the sockets are closed, and never fails
     */
    CompletableFuture<CloseResult> closeAsync(Duration deadline);

    /**
     * Sluice. Looks up all regions of a table at once, so that the first writes need not look up each.
     *
     * @return the number of regions. Fails with {@link io.sluice.TableNotFoundException} or another
     *     {@link java.io.IOException}
     */
    CompletableFuture<Integer> preloadRegions(TableName tableName);

    /**
     * Sluice. Connects to servers before the first write, to several at the same time, evenly spread over the network
     * threads.
     *
     * @return what was done by the deadline, including failed connects, which do not stop the others. Fails with
     *     {@link io.sluice.TableNotFoundException} or another {@link java.io.IOException} if the look-up of a table fails
     */
    CompletableFuture<WarmUpReport> warmUp(WarmUp spec);

    /**
     * Sluice. Has the cluster issue a token for the user of this connection, which must authenticate by Kerberos. With the
     * token another process can act as that user until it expires ({@code hbase.auth.token.max.lifetime} at the servers, a
     * week) or the cluster forgets its key. It cannot be renewed.
     *
     * @return fails with an {@link java.io.IOException} without Kerberos, or without the endpoint for tokens
     */
    CompletableFuture<AuthenticationToken> obtainToken();

    /**
     * Sluice. A snapshot of what the connection holds and does, as a value and as JSON. Cheap enough for every few seconds.
     * Never blocks, may be called on any thread, and works after {@link #close()}.
     */
    ConnectionState state();

    /** Sluice. A snapshot of the connections to the servers, and counts of what they were used for. */
    ConnectionPoolState connectionPools();

    /**
     * Sluice. Registers the meters of {@code docs/metrics.md}, whose names begin with {@code sluice.}, in a registry of
     * Micrometer. Without a registry nothing is timed. Several registries may be bound; binding one again does nothing.
     * Needs {@code io.micrometer:micrometer-core}, which Sluice does not depend on, on the class path.
     *
     * @param meterRegistry an {@code io.micrometer.core.instrument.MeterRegistry}. This interface does not name its type, so
     *     that reflection on it, as by Spring and Mockito, does not need Micrometer
     * @return removes the meters; closing the connection does that, too
     * @throws IllegalArgumentException if it is not such a registry
     * @throws IllegalStateException if the connection is closed, or Micrometer is missing
     */
    MetricsBinding bindTo(Object meterRegistry);
}
