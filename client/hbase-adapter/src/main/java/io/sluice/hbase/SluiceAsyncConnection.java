package io.sluice.hbase;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/**
 * HBase's connection, whose buffered mutators are Sluice's. HBase makes it when
 * {@code hbase.client.async.connection.impl} has its name; see also {@link SluiceConnectionFactory}.
 */
public final class SluiceAsyncConnection extends AsyncConnectionImpl {
    private final WriterConnection writers;

    /** As HBase's {@code ConnectionFactory} calls it. */
    public SluiceAsyncConnection(
            Configuration conf,
            ConnectionRegistry registry,
            String clusterId,
            User user,
            @Nullable Map<String, byte[]> connectionAttributes) {
        super(conf, registry, clusterId, user, connectionAttributes);
        writers = new WriterConnection(conf);
    }

    /** A builder of mutators whose futures complete on a network thread of Sluice. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName) {
        return new SluiceAsyncBufferedMutatorBuilder(writers, Objects.requireNonNull(tableName, "tableName"), null);
    }

    /** A builder of mutators whose futures complete on the given executor. */
    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName, ExecutorService pool) {
        return new SluiceAsyncBufferedMutatorBuilder(
                writers, Objects.requireNonNull(tableName, "tableName"), Objects.requireNonNull(pool, "pool"));
    }

    /** Closes the mutators, each within its close timeout, then the connections of both clients. */
    @Override
    public void close() {
        writers.close();
        super.close();
    }
}
