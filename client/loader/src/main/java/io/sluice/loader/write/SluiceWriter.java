package io.sluice.loader.write;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.FlushResult;
import io.sluice.Put;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Writes with Sluice. */
public final class SluiceWriter implements RowWriter {
    /** While the cluster is slow the loader waits; a row that cannot be written fails by its own timeout. */
    private static final Duration ROOM_WAIT = Duration.ofDays(1);

    private final AsyncConnection connection;
    private final AsyncBufferedMutator mutator;

    private SluiceWriter(AsyncConnection connection, AsyncBufferedMutator mutator) {
        this.connection = connection;
        this.mutator = mutator;
    }

    /**
     * Connects; the table need not exist yet.
     *
     * @param writeBufferBytes size of the write buffer, or null for the client's own
     * @throws IOException if there is no such cluster
     */
    public static SluiceWriter connect(Configuration conf, TableName table, @Nullable Long writeBufferBytes)
            throws IOException, InterruptedException {
        return of(result(AsyncConnections.builder().configuration(conf).build()), table, writeBufferBytes);
    }

    private static SluiceWriter of(AsyncConnection connection, TableName table, @Nullable Long writeBufferBytes) {
        AsyncBufferedMutatorBuilder builder =
                connection.getBufferedMutatorBuilder(table).setBackpressure(Backpressure.block(ROOM_WAIT));
        if (writeBufferBytes != null) {
            builder.setWriteBufferSize(writeBufferBytes);
        }
        return new SluiceWriter(connection, builder.build());
    }

    /**
     * Connects, and finds the regions of the table.
     *
     * @param writeBufferBytes size of the write buffer, or null for the client's own
     * @param wait waits for the cluster
     * @throws BadInputException if there is no such table
     * @throws IOException if there is no such cluster, or the wait has timed out
     */
    public static SluiceWriter open(
            Configuration conf, TableName table, @Nullable Long writeBufferBytes, ClusterWait wait)
            throws IOException, InterruptedException {
        CompletableFuture<AsyncConnection> connecting =
                AsyncConnections.builder().configuration(conf).build();
        try {
            AsyncConnection connection = wait.await(connecting);
            int unused = wait.await(connection.preloadRegions(table));
            return of(connection, table, writeBufferBytes);
        } catch (IOException | InterruptedException | RuntimeException e) {
            // The close runs in the background: no row is in flight, and a silent cluster may delay it.
            CompletableFuture<CloseResult> unused =
                    connecting.thenCompose(connection -> connection.closeAsync(Duration.ZERO));
            if (e instanceof TableNotFoundException) {
                throw new BadInputException("Table '" + table + "' does not exist; create it first", e);
            }
            throw e;
        }
    }

    @Override
    public CompletableFuture<Void> write(Put put) {
        return mutator.mutate(put);
    }

    @Override
    public void flush() throws IOException, InterruptedException {
        FlushResult unused = result(mutator.flushAsync());
    }

    @Override
    public void close(Duration deadline) throws InterruptedException {
        try {
            CloseResult unused = result(mutator.closeAsync(deadline));
            unused = result(connection.closeAsync(deadline));
        } catch (IOException e) {
            throw new IllegalStateException("closeAsync never completes exceptionally", e);
        }
    }

    @Override
    public long retries() {
        return mutator.state().retried();
    }

    private static <T> T result(CompletableFuture<T> future) throws IOException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
