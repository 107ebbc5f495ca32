package io.sluice.connectors;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.BufferFullException;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.FlushResult;
import io.sluice.Mutation;
import io.sluice.MutationCallback;
import io.sluice.MutatorState;
import io.sluice.Ordering;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

/**
 * Writes to one table and never waits. Mutations of a row reach their server in the order in which they were passed,
 * and cells without a timestamp get one that strictly increases for their row. Thread-safe; the order holds for each
 * thread.
 */
public final class TableWriter {
    private static final String BUDGET = "sluice.client.buffer.budget";
    private static final String DEFAULT_BUDGET = Integer.toString(16 << 20);

    private final AsyncConnection connection;
    private final AsyncBufferedMutator mutator;

    /** Whether the connection is closed with the writer. */
    private final boolean ownsConnection;

    private TableWriter(
            AsyncConnection connection,
            boolean ownsConnection,
            TableName table,
            UnaryOperator<AsyncBufferedMutatorBuilder> tuning) {
        this.connection = connection;
        this.ownsConnection = ownsConnection;
        mutator = tuning.apply(connection
                        .getBufferedMutatorBuilder(table)
                        .setBackpressure(Backpressure.fail())
                        .setOrdering(Ordering.PER_ROW)
                        .setClientTimestamps(true))
                .build();
    }

    /**
     * Writes over a connection that others use, too, and that stays open. A missing table is not noticed before rows
     * are written.
     *
     * @param tuning as in {@link #open}
     */
    public static TableWriter over(
            AsyncConnection connection, TableName table, UnaryOperator<AsyncBufferedMutatorBuilder> tuning) {
        return new TableWriter(connection, /* ownsConnection= */ false, table, tuning);
    }

    /**
     * Connects, and finds the regions of the table. The connection is closed with the writer, and has a budget of 16 MiB
     * unless {@code sluice.client.buffer.budget} is set, several times what a writer needs to keep a server busy. If the
     * writer is faster than the servers, a larger budget only makes flushes, and so checkpoints, wait longer.
     *
     * @param configuration of the client
     * @param tuning changes the builder of the mutator, for instance its buffer size; {@link UnaryOperator#identity()}
     *     for the settings of the configuration
     * @return fails with {@link io.sluice.TableNotFoundException} if there is no such table, or another {@link
     *     java.io.IOException} if there is no such cluster. Cancelling it closes whatever is already open
     */
    public static CompletableFuture<TableWriter> open(
            Configuration configuration, TableName table, UnaryOperator<AsyncBufferedMutatorBuilder> tuning) {
        CompletableFuture<TableWriter> opened = new CompletableFuture<>();
        Configuration own = new Configuration(configuration);
        own.setIfUnset(BUDGET, DEFAULT_BUDGET);
        CompletableFuture<Void> unused = AsyncConnections.builder()
                .configuration(own)
                .build()
                .thenCompose(connection -> found(connection, table, tuning))
                .handle((writer, error) -> {
                    if (error != null) {
                        opened.completeExceptionally(cause(error));
                    } else if (!opened.complete(writer)) {
                        CompletableFuture<CloseResult> closing = writer.close(Duration.ZERO);
                    }
                    return null;
                });
        return opened;
    }

    private static CompletableFuture<TableWriter> found(
            AsyncConnection connection, TableName table, UnaryOperator<AsyncBufferedMutatorBuilder> tuning) {
        return connection
                .preloadRegions(table)
                .thenApply(regions -> new TableWriter(connection, /* ownsConnection= */ true, table, tuning))
                .whenComplete((writer, error) -> {
                    if (error != null) {
                        CompletableFuture<CloseResult> unused = connection.closeAsync(Duration.ZERO);
                    }
                });
    }

    private static Throwable cause(Throwable error) {
        boolean wrapped = error instanceof CompletionException || error instanceof ExecutionException;
        return wrapped && error.getCause() != null ? error.getCause() : error;
    }

    /**
     * Passes a row to the client, if it has room.
     *
     * @param row a {@link Mutation} or {@link RowMutations}
     * @param outcome called once when the row has settled, on a network thread; not if this returns false or throws
     * @return false if there is no room now; pass the row again later, see {@link #ready}, before any later row
     * @throws IllegalArgumentException if the row is empty or too large
     */
    public boolean tryWrite(Row row, MutationCallback outcome) {
        if (row instanceof Mutation mutation) {
            return mutator.tryMutate(mutation, outcome);
        }
        CompletableFuture<Void> written = mutator.mutate((RowMutations) row);
        if (written.isCompletedExceptionally() && isFull(written)) {
            return false;
        }
        CompletableFuture<Void> unused =
                written.whenComplete((nothing, error) -> outcome.settled(error == null ? null : cause(error)));
        return true;
    }

    private static boolean isFull(CompletableFuture<Void> written) {
        try {
            written.join();
            return false;
        } catch (CompletionException e) {
            return e.getCause() instanceof BufferFullException;
        }
    }

    /**
     * Returns a future that completes when there is probably room again; it is already complete if there is room now.
     */
    public CompletableFuture<Void> ready() {
        return mutator.ready();
    }

    /** Sends the buffered rows. The future never fails; it completes when every row passed before has settled. */
    public CompletableFuture<FlushResult> flush() {
        return mutator.flushAsync();
    }

    /**
     * Sends the buffered rows, and closes the connection unless others use it.
     *
     * @param deadline for acknowledgements; rows without one then fail with {@link io.sluice.MutatorClosedException}
     * @return a future that never fails
     */
    public CompletableFuture<CloseResult> close(Duration deadline) {
        return mutator.closeAsync(deadline)
                .thenCompose(result -> ownsConnection
                        ? connection.closeAsync(deadline).thenApply(unused -> result)
                        : CompletableFuture.completedFuture(result));
    }

    /** Returns a recent snapshot of the mutator's counters and memory. */
    public MutatorState state() {
        return mutator.state();
    }

    /** Returns the connection, for instance to bind a metrics registry to it. */
    public AsyncConnection connection() {
        return connection;
    }
}
