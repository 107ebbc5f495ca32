package io.sluice.client.it;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Configuration;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.client.Registry;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that ends without closing its connection, unless it is told to. */
public final class UnclosedProgram {
    private UnclosedProgram() {}

    /** @param args quorum, znode, table, and "close" or "forget" */
    public static void main(String[] args) throws Exception {
        AsyncConnection connection = AsyncConnections.builder()
                .configuration(new Configuration())
                .registry(Registry.zooKeeper(args[0], args[1]))
                .build()
                .get(1, TimeUnit.MINUTES);
        AsyncBufferedMutator mutator = connection
                .getBufferedMutatorBuilder(TableName.valueOf(args[2]))
                .disableWriteBufferPeriodicFlush()
                .build();
        for (int i = 0; i < 7; i++) {
            byte[] row = ("r" + i).getBytes(StandardCharsets.UTF_8);
            CompletableFuture<Void> unused = mutator.mutate(new Put(row).addColumn(new byte[] {'f'}, row, row));
        }
        if (args[3].equals("close")) {
            connection.close();
        }
        System.exit(0);
    }
}
