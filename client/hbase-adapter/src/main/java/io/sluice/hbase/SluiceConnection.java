package io.sluice.hbase;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.OpenConnectionImplementation;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's synchronous connection, whose buffered mutators write through Sluice; everything else uses HBase's client.
 * HBase creates it if {@code hbase.client.connection.impl} names this class, so a program needs no change. Sluice's own
 * connection is opened with the first mutator. Safe for use by many threads.
 */
public final class SluiceConnection extends OpenConnectionImplementation {
    private static final Logger LOG = LoggerFactory.getLogger(SluiceConnection.class);

    private final WriterConnection writers;
    private final @Nullable TableWriters tableWriters;
    private final Set<SluiceBufferedMutator> mutators = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Called by the {@code ConnectionFactory} of HBase 2.5.
     *
     * @param pool for HBase's own operations; null for HBase's own
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    public SluiceConnection(Configuration conf, @Nullable ExecutorService pool, User user) throws IOException {
        super(conf, pool, user);
        writers = writers(conf, user, null);
        tableWriters = TableWriters.of(conf, writers);
    }

    /**
     * Called by the {@code ConnectionFactory} of HBase 2.6.
     *
     * @param pool for HBase's own operations; null for HBase's own
     * @param connectionAttributes for the header of each connection to a server, of both clients; null for none
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    public SluiceConnection(
            Configuration conf,
            @Nullable ExecutorService pool,
            User user,
            @Nullable Map<String, byte[]> connectionAttributes)
            throws IOException {
        super(conf, pool, user, connectionAttributes);
        writers = writers(conf, user, connectionAttributes);
        tableWriters = TableWriters.of(conf, writers);
    }

    private WriterConnection writers(Configuration conf, User user, @Nullable Map<String, byte[]> attributes) {
        try {
            return new WriterConnection(conf, user, clusterId, attributes);
        } catch (RuntimeException e) {
            super.close();
            throw e;
        }
    }

    /** Returns a mutator with default settings, which writes through Sluice. */
    @Override
    public BufferedMutator getBufferedMutator(TableName tableName) {
        return getBufferedMutator(new BufferedMutatorParams(tableName));
    }

    /**
     * Returns a mutator that writes through Sluice. Like HBase's, this does not wait for the cluster. The settings are
     * copied; {@code pool}, {@code implementationClassName} and the timer tick are ignored.
     *
     * @throws IllegalArgumentException if this is closed, or there is no table name
     */
    @Override
    public BufferedMutator getBufferedMutator(BufferedMutatorParams params) {
        if (params.getTableName() == null) {
            throw new IllegalArgumentException("there is no table name");
        }
        if (isClosed()) {
            throw new IllegalArgumentException("the connection is closed; create mutators before closing it");
        }
        warnOfWhatIsIgnored(params);
        writers.open();
        SluiceBufferedMutator mutator = new SluiceBufferedMutator(this, writers, params);
        mutators.add(mutator);
        return mutator;
    }

    private void warnOfWhatIsIgnored(BufferedMutatorParams params) {
        String implementation = params.getImplementationClassName() == null
                ? getConfiguration().get(BufferedMutator.CLASSNAME_KEY)
                : params.getImplementationClassName();
        if ((implementation != null || params.getPool() != null) && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "A buffered mutator of {} was requested with {}; Sluice's mutators use neither a pool nor another "
                            + "implementation. This is logged once for each connection",
                    params.getTableName(),
                    implementation == null ? "a pool of threads" : "the implementation " + implementation);
        }
    }

    /**
     * Returns HBase's builder; if {@code sluice.hbase.table.writes} is set, plain writes of its tables go through
     * Sluice.
     */
    @Override
    public TableBuilder getTableBuilder(TableName tableName, @Nullable ExecutorService pool) {
        TableBuilder theirs = super.getTableBuilder(tableName, pool);
        return tableWriters == null || tableName.isSystemTable() ? theirs : WritingTable.builder(theirs, tableWriters);
    }

    /** Called by a mutator that has been closed. */
    void closed(SluiceBufferedMutator mutator) {
        mutators.remove(mutator);
    }

    /**
     * Closes the mutators, each within its close timeout, then the connections of both clients. A failure of a mutator
     * that was not closed before is reported to its listener or logged, since HBase's own {@code close} throws nothing.
     */
    @Override
    public void close() {
        closeWriters();
        super.close();
    }

    private void closeWriters() {
        if (writers == null) {
            // Called by the constructor of HBase's connection, which closes the connection if it fails.
            return;
        }
        // First closes all underlying mutators at once, so that their close timeouts do not add up; the loop reports
        // failures.
        writers.close();
        for (SluiceBufferedMutator mutator : mutators) {
            try {
                mutator.close();
            } catch (IOException e) {
                LOG.error("Failed to close a mutator of {}, which the program had not closed", mutator.getName(), e);
            }
        }
    }
}
