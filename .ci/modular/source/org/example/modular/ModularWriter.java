package org.example.modular;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.ConnectionFactory;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.FamilyOptions;
import io.sluice.loader.Loader;
import io.sluice.testserver.Method;
import io.sluice.testserver.RemoteError;
import io.sluice.testserver.TestCluster;
import java.util.List;

/** Writes to a scripted and to a real server, with each class in a module, and prints what arrived. */
public final class ModularWriter {
    private static final int ROWS = 1000;

    private ModularWriter() {}

    public static void main(String[] arguments) throws Exception {
        if (!ModularWriter.class.getModule().isNamed() || !AsyncConnection.class.getModule().isNamed()) {
            throw new IllegalStateException("Started from the class path");
        }
        System.out.println(scripted() + " rows in the scripted server");
        System.out.println(real() + " rows in HBase");
        System.out.println("The loader is in " + Loader.class.getModule());
    }

    private static int scripted() throws Exception {
        try (TestCluster cluster = TestCluster.start(1)) {
            cluster.createTable("t");
            cluster.server(0).script().next(Method.MULTI).fail(RemoteError.queueTooBig());
            Configuration configuration = new Configuration();
            configuration.set("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
            configuration.set("hbase.client.bootstrap.servers", cluster.bootstrapServers());
            write(configuration, "t");
            return cluster.rows("t").size();
        }
    }

    private static long real() throws Exception {
        try (EmbeddedHBase hbase = EmbeddedHBase.start()) {
            hbase.client().createTable("t", List.of(FamilyOptions.of("f")), List.of());
            Configuration configuration = new Configuration();
            hbase.settings().forEach(configuration::set);
            write(configuration, "t");
            return hbase.client().countRows("t").rows();
        }
    }

    private static void write(Configuration configuration, String table) throws Exception {
        try (AsyncConnection connection =
                        ConnectionFactory.createAsyncConnection(configuration).get();
                AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf(table))) {
            for (int i = 0; i < ROWS; i++) {
                mutator.mutate(new Put(Bytes.toBytes("row-" + i))
                        .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes(i)));
            }
        }
    }
}
