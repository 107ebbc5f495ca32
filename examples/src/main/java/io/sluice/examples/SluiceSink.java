package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.CallTimeoutException;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.Durability;
import io.sluice.FlushResult;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.examples.MappedRow.MappedCell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Writes rows with Sluice: this class is all that a program needs of it. */
final class SluiceSink implements RowSink {
    private final AsyncConnection connection;
    private final AsyncBufferedMutator mutator;
    private final byte[] family;
    private final long timestamp;
    private final Durability durability;

    private SluiceSink(AsyncConnection connection, AsyncBufferedMutator mutator, WriteOptions.Plan plan) {
        this.connection = connection;
        this.mutator = mutator;
        family = plan.family().getBytes(UTF_8);
        timestamp = plan.timestamp();
        durability = plan.durability();
    }

    static SluiceSink open(Target target, WriteOptions.Plan plan) throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        for (Path file : target.configuration()) {
            configuration.addResource(file);
        }
        target.settings().forEach(configuration::set);
        AsyncConnection connection =
                result(AsyncConnections.builder().configuration(configuration).build());
        AsyncBufferedMutatorBuilder builder = connection.getBufferedMutatorBuilder(TableName.valueOf(plan.table()));
        if (plan.writeBufferBytes() != null) {
            builder.setWriteBufferSize(plan.writeBufferBytes());
        }
        return new SluiceSink(connection, builder.build(), plan);
    }

    @Override
    public CompletableFuture<Void> write(MappedRow row) {
        Put put = new Put(row.key(), timestamp);
        put.setDurability(durability);
        for (MappedCell cell : row.cells()) {
            put.addImmutable(family, cell.qualifier(), timestamp, cell.value());
        }
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
            // Completes normally by contract: what became of the rows is in their futures.
            throw new IllegalStateException(e);
        }
    }

    /** A row of a mutator that closed, or whose last answer was lost, may have been applied. */
    @Override
    public boolean isUndecided(Throwable failure) {
        return failure instanceof MutatorClosedException
                || failure instanceof CallTimeoutException
                || (failure instanceof RetriesExhaustedException exhausted && exhausted.mayHaveBeenApplied());
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
