package io.sluice.hbase;

import io.sluice.client.AsyncConnection;
import io.sluice.internal.settings.Settings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.jspecify.annotations.Nullable;

/** The writers that a connection's tables share: one for each table and each pair of timeouts. Safe for use by many threads. */
final class TableWriters {
    /** Limits the writers of a program that gives each table object a different timeout. */
    private static final int MOST = 256;

    /** See {@link SharedWriter}. */
    private static final long PERIODIC_FLUSH_MS = 2;

    private final WriterConnection writers;
    private final ConcurrentMap<Key, SharedWriter> shared = new ConcurrentHashMap<>();

    /** The properties that writes must have in common to share a request. */
    record Key(TableName table, long rpcTimeoutMs, long operationTimeoutMs) {}

    private TableWriters(WriterConnection writers) {
        this.writers = writers;
    }

    /** Returns null unless the setting asks for it. */
    static @Nullable TableWriters of(Configuration conf, WriterConnection writers) {
        return conf.getBoolean(Settings.TABLE_WRITES.name(), Settings.TABLE_WRITES.defaultValue())
                ? new TableWriters(writers)
                : null;
    }

    /**
     * Returns the writer for these mutations; null if HBase's client has to write them, because there are too many
     * writers, or one of the mutations is neither a Put nor a Delete.
     *
     * @throws IOException if there is no connection to the cluster
     */
    @Nullable SharedWriter writer(Key key, List<?> mutations) throws IOException {
        for (Object mutation : mutations) {
            if (!(mutation instanceof Put || mutation instanceof Delete)) {
                return null;
            }
        }
        SharedWriter known = shared.get(key);
        if (known != null || shared.size() >= MOST) {
            return known;
        }
        AsyncConnection connection = writers.connection();
        return shared.computeIfAbsent(key, missing -> make(connection, missing));
    }

    private static SharedWriter make(AsyncConnection connection, Key key) {
        return new SharedWriter(connection
                .getBufferedMutatorBuilder(
                        io.sluice.TableName.valueOf(key.table().getNameAsString()))
                .setRpcTimeout(key.rpcTimeoutMs(), TimeUnit.MILLISECONDS)
                .setOperationTimeout(key.operationTimeoutMs(), TimeUnit.MILLISECONDS)
                .setWriteBufferPeriodicFlush(PERIODIC_FLUSH_MS, TimeUnit.MILLISECONDS)
                .build());
    }
}
