package io.sluice.hbase;

import java.net.SocketAddress;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * The connection of HBase 3, whose buffered mutators are Sluice's. HBase creates it if {@code
 * hbase.client.async.connection.impl} names this class. The synchronous connection of HBase 3, by {@link #toConnection}
 * or by the {@code ConnectionFactory}, uses the mutators and tables of this one.
 */
public final class SluiceAsyncConnection3 extends AsyncConnectionImpl {
    private final AsyncWriters writers;

    /**
     * Called by the {@code ConnectionFactory} of HBase 3.
     *
     * @param localAddress for HBase's own sockets; null for any
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    public SluiceAsyncConnection3(
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            @Nullable SocketAddress localAddress,
            User user) {
        this(AsyncWriters.of(conf, user, clusterId, null), conf, registry, clusterId, localAddress, user);
    }

    private SluiceAsyncConnection3(
            AsyncWriters writers,
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            @Nullable SocketAddress localAddress,
            User user) {
        super(conf, registry, clusterId, localAddress, user);
        this.writers = writers;
        writers.open();
    }

    /** Returns a builder of mutators whose futures complete on a network thread of Sluice. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName) {
        return writers.mutators(tableName, null);
    }

    /** Returns a builder of mutators whose futures complete on the given executor. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName, ExecutorService pool) {
        return writers.mutators(tableName, Objects.requireNonNull(pool, "pool"));
    }

    /**
     * Returns HBase's builder; if {@code sluice.hbase.table.writes} is set, plain writes of its tables go through
     * Sluice.
     */
    @Override
    public AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName tableName) {
        return writers.tables(super.getTableBuilder(tableName), tableName, Runnable::run);
    }

    /** Returns the same for tables whose futures complete on the given executor. */
    @Override
    public AsyncTableBuilder<ScanResultConsumer> getTableBuilder(TableName tableName, ExecutorService pool) {
        return writers.tables(super.getTableBuilder(tableName, pool), tableName, pool);
    }

    /** Closes the mutators, each within its close timeout, then the connections of both clients. */
    @Override
    public void close() {
        writers.close();
        super.close();
    }
}
