package io.sluice.client.migration.programs;

import static org.apache.hadoop.hbase.util.Bytes.toBytes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;

/** The asynchronous mutator. The function gives each setting of the cluster, or null. */
public final class AsyncWriter implements Function<Function<String, String>, String> {
    private static final List<String> KEYS =
            List.of("hbase.zookeeper.quorum", "hbase.zookeeper.property.clientPort", "zookeeper.znode.parent");

    @Override
    public String apply(Function<String, String> settings) {
        Configuration conf = HBaseConfiguration.create();
        for (String key : KEYS) {
            conf.set(key, settings.apply(key));
        }
        try {
            return write(conf, TableName.valueOf(settings.apply("table")));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String write(Configuration conf, TableName table) throws Exception {
        try (AsyncConnection connection =
                        ConnectionFactory.createAsyncConnection(conf).get();
                AsyncBufferedMutator mutator = connection
                        .getBufferedMutatorBuilder(table)
                        .setWriteBufferSize(1 << 20)
                        .setWriteBufferPeriodicFlush(100, TimeUnit.MILLISECONDS)
                        .build()) {
            List<Mutation> mutations = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Put put = new Put(toBytes("row-" + i));
                put.addColumn(toBytes("d"), toBytes("q"), toBytes(i));
                put.setDurability(Durability.SYNC_WAL);
                put.setCellVisibility(new CellVisibility("secret"));
                mutations.add(put);
            }
            Cell cell = CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
                    .setRow(toBytes("row-cell"))
                    .setFamily(toBytes("d"))
                    .setQualifier(toBytes("q"))
                    .setType(Cell.Type.Put)
                    .setValue(toBytes("v"))
                    .build();
            mutations.add(new Put(toBytes("row-cell")).add(cell));
            mutations.add(new Increment(toBytes("counter")).addColumn(toBytes("d"), toBytes("n"), 5L));
            List<CompletableFuture<Void>> written = mutator.mutate(mutations);
            mutator.flush();
            CompletableFuture.allOf(written.toArray(new CompletableFuture<?>[0]))
                    .get();
            CompletableFuture<Void> deleted = mutator.mutate(new Delete(toBytes("row-0")));
            CompletableFuture<Void> refused =
                    mutator.mutate(new Put(toBytes("bad")).addColumn(toBytes("none"), toBytes("q"), toBytes("v")));
            mutator.flush();
            deleted.get();
            return outcome(refused);
        }
    }

    private static String outcome(CompletableFuture<Void> refused) throws InterruptedException {
        try {
            refused.get();
            return "written";
        } catch (ExecutionException e) {
            for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
                if (cause instanceof NoSuchColumnFamilyException) {
                    return "refused";
                }
            }
            return e.toString();
        }
    }
}
