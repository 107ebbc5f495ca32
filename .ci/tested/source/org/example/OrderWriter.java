package org.example;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Bytes;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import java.util.concurrent.CompletableFuture;

/** The program under test. */
final class OrderWriter {
    private final AsyncConnection connection;

    OrderWriter(AsyncConnection connection) {
        this.connection = connection;
    }

    void write(String order, String state) {
        CompletableFuture<Void> written;
        try (AsyncBufferedMutator mutator = connection.getBufferedMutator(TableName.valueOf("orders"))) {
            written = mutator.mutate(new Put(Bytes.toBytes(order))
                    .addColumn(Bytes.toBytes("f"), Bytes.toBytes("state"), Bytes.toBytes(state)));
        }
        written.join();
    }
}
