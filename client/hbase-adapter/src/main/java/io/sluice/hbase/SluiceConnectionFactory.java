package io.sluice.hbase;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Creates HBase's asynchronous connection, whose buffered mutators are Sluice's. Call it instead of HBase's {@code
 * ConnectionFactory}; nothing else changes, since reads and administration use HBase's client. To get the same without
 * a change of code, set {@code hbase.client.async.connection.impl} to {@code io.sluice.hbase.SluiceAsyncConnection}, or
 * with HBase 3 to {@code io.sluice.hbase.SluiceAsyncConnection3}.
 */
public final class SluiceConnectionFactory {
    private static final String CONNECTION_CLASS = "hbase.client.async.connection.impl";

    /**
     * A class of {@code sluice-hbase3-adapter}, which is compiled with HBase 3, so this artifact cannot refer to it.
     */
    private static final String OF_HBASE_3 = "io.sluice.hbase.SluiceAsyncConnection3";

    private SluiceConnectionFactory() {}

    /** Connects with the settings of {@code HBaseConfiguration.create()}. */
    public static CompletableFuture<AsyncConnection> createAsyncConnection() {
        return createAsyncConnection(HBaseConfiguration.create());
    }

    /**
     * Connects.
     *
     * @param conf the settings of both clients; a copy is taken. See {@code docs/migrating.md} for what differs
     * @return a future that fails as that of HBase's factory does
     */
    public static CompletableFuture<AsyncConnection> createAsyncConnection(Configuration conf) {
        Configuration own = new Configuration(conf);
        own.set(CONNECTION_CLASS, HBaseVersion.is2() ? SluiceAsyncConnection.class.getName() : OF_HBASE_3);
        return ConnectionFactory.createAsyncConnection(own);
    }
}
