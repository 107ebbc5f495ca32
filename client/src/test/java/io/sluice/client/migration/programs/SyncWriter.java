package io.sluice.client.migration.programs;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.*;
import org.apache.hadoop.hbase.client.*;
import org.apache.hadoop.hbase.security.access.*;
import org.apache.hadoop.hbase.util.Bytes;

/** The synchronous mutator, by imports of whole packages. The function gives each setting of the cluster, or null. */
public final class SyncWriter implements Function<Function<String, String>, String> {
    @Override
    public String apply(Function<String, String> settings) {
        Configuration conf = HBaseConfiguration.create();
        conf.set("hbase.zookeeper.quorum", settings.apply("hbase.zookeeper.quorum"));
        conf.set("hbase.zookeeper.property.clientPort", settings.apply("hbase.zookeeper.property.clientPort"));
        conf.set("zookeeper.znode.parent", settings.apply("zookeeper.znode.parent"));
        AtomicInteger failed = new AtomicInteger();
        BufferedMutator.ExceptionListener listener =
                (exception, mutator) -> failed.addAndGet(exception.getNumExceptions());
        BufferedMutatorParams params = new BufferedMutatorParams(TableName.valueOf(settings.apply("table")))
                .writeBufferSize(1 << 16)
                .listener(listener);
        try (Connection connection = ConnectionFactory.createConnection(conf);
                BufferedMutator mutator = connection.getBufferedMutator(params)) {
            for (int i = 0; i < 50; i++) {
                mutator.mutate(new Put(Bytes.toBytes("sync-" + i))
                        .addColumn(Bytes.toBytes("d"), Bytes.toBytes("q"), Bytes.toBytes(i))
                        .setACL("reader", new Permission(Permission.Action.READ)));
            }
            mutator.mutate(new Put(Bytes.toBytes("bad"))
                    .addColumn(Bytes.toBytes("none"), Bytes.toBytes("q"), Bytes.toBytes("v")));
            mutator.flush();
            return "failed " + failed.get();
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
