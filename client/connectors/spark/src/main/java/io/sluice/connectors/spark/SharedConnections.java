package io.sluice.connectors.spark;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.CloseResult;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.connectors.ConnectorSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The connections of this JVM's tasks: one for each set of client settings, so that all tasks share memory and
 * look-ups. A connection stays open for some time after its last task, since the next task usually starts soon.
 * Thread-safe.
 */
final class SharedConnections {
    /** The connections of the executor. */
    static final SharedConnections OF_JVM = new SharedConnections(Duration.ofMinutes(1));

    private final Duration idle;

    @GuardedBy("this") private final Map<Map<String, String>, Shared> shared = new HashMap<>();

    /** A connection and the number of tasks that use it; guarded by the outer object. */
    private static final class Shared {
        final CompletableFuture<AsyncConnection> opening;
        int leases;

        Shared(CompletableFuture<AsyncConnection> opening) {
            this.opening = opening;
        }
    }

    /** @param idle how long an unused connection stays open */
    SharedConnections(Duration idle) {
        this.idle = idle;
    }

    /** The right to use a connection until this is closed. */
    static final class Lease implements AutoCloseable {
        private final AsyncConnection connection;
        private final Runnable release;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Lease(AsyncConnection connection, Runnable release) {
            this.connection = connection;
            this.release = release;
        }

        AsyncConnection connection() {
            return connection;
        }

        @Override
        public void close() {
            if (!closed.getAndSet(true)) {
                release.run();
            }
        }
    }

    /**
     * Connects, if no other task with these settings has done so.
     *
     * @param options of the write; only those of the client are used
     * @throws IOException if the cluster does not answer, or the thread is interrupted
     */
    Lease lease(Map<String, String> options) throws IOException {
        Map<String, String> client = options.entrySet().stream()
                .filter(option -> ConnectorSettings.isClients(option.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        Shared taken = take(client);
        try {
            return new Lease(taken.opening.get(), () -> release(client, taken));
        } catch (InterruptedException e) {
            release(client, taken);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while connecting to HBase", e);
        } catch (ExecutionException e) {
            forget(client, taken);
            throw new IOException("cannot connect to HBase: " + e.getCause(), e);
        }
    }

    private synchronized Shared take(Map<String, String> client) {
        Shared taken = shared.computeIfAbsent(
                client,
                settings -> new Shared(AsyncConnections.builder()
                        .configuration(new ConnectorSettings(settings).configuration())
                        .build()));
        taken.leases++;
        return taken;
    }

    private synchronized void forget(Map<String, String> client, Shared failed) {
        shared.remove(client, failed);
    }

    private void release(Map<String, String> client, Shared used) {
        synchronized (this) {
            used.leases--;
            if (used.leases > 0) {
                return;
            }
        }
        CompletableFuture.delayedExecutor(idle.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> closeIfIdle(client, used));
    }

    private void closeIfIdle(Map<String, String> client, Shared used) {
        synchronized (this) {
            if (used.leases > 0 || !shared.remove(client, used)) {
                return;
            }
        }
        CompletableFuture<CloseResult> unused =
                used.opening.thenCompose(connection -> connection.closeAsync(Duration.ZERO));
    }

    /** Returns how many connections are open, or opening. */
    synchronized int size() {
        return shared.size();
    }
}
