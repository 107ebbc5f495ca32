package io.sluice.client.internal;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.BufferedMutator;
import io.sluice.BufferedMutatorParams;
import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.Connection;
import io.sluice.internal.sync.BufferedMutatorOverAsync;
import io.sluice.internal.sync.Interruptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The blocking connection: a facade for the asynchronous one. */
public final class ConnectionOverAsync implements Connection {
    private final AsyncConnection connection;
    private final Set<BufferedMutator> open = ConcurrentHashMap.newKeySet();

    private ConnectionOverAsync(AsyncConnection connection) {
        this.connection = connection;
    }

    /**
     * Waits for a connection.
     *
     * @throws IOException what it failed with
     * @throws InterruptedIOException if the thread was interrupted; the connection is closed once it is open
     */
    public static Connection await(CompletableFuture<AsyncConnection> opening) throws IOException {
        try {
            return new ConnectionOverAsync(opening.get());
        } catch (InterruptedException e) {
            // Not close(), which blocks: this may run on the registry's thread, for which it would wait.
            var unused = opening.thenCompose(connection -> connection.closeAsync(Duration.ZERO));
            throw Interruptions.asIoException("interrupted while connecting", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                // Adds the caller's stack trace to that of the network thread.
                failure.addSuppressed(new IOException("connecting was waited for here"));
                throw failure;
            }
            throw new IOException("cannot connect", e.getCause());
        }
    }

    @Override
    public Configuration getConfiguration() {
        return connection.getConfiguration();
    }

    @Override
    public BufferedMutator getBufferedMutator(TableName tableName) {
        return getBufferedMutator(new BufferedMutatorParams(tableName));
    }

    @Override
    public BufferedMutator getBufferedMutator(BufferedMutatorParams params) {
        Objects.requireNonNull(params, "params");
        if (isClosed()) {
            throw new IllegalArgumentException("the connection is closed; make the mutator before");
        }
        AsyncBufferedMutatorBuilder builder = connection.getBufferedMutatorBuilder(params.getTableName());
        BufferedMutator mutator = new BufferedMutatorOverAsync(
                BufferedMutatorOverAsync.build(builder, params), params.getListener(), open::remove);
        open.add(mutator);
        return mutator;
    }

    @Override
    public AsyncConnection toAsyncConnection() {
        return connection;
    }

    @Override
    public boolean isClosed() {
        return connection.isClosed();
    }

    @Override
    public void close() throws IOException {
        // Closes all mutators at once, so that their timeouts do not add up. Then collects their failures.
        connection.close();
        @Nullable IOException first = null;
        for (BufferedMutator mutator : open) {
            try {
                mutator.close();
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
