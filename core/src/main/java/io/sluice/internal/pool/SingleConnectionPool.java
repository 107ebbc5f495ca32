package io.sluice.internal.pool;

import io.sluice.ServerName;
import io.sluice.internal.time.Clock;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * One connection a server, opened when it is first wanted and replaced when it has ended. A server that could not be
 * reached is not tried again for a moment, so that a thousand waiting requests do not become a thousand connects.
 */
public final class SingleConnectionPool<C extends PooledConnection> implements ConnectionPool<C> {
    private final Connector<C> connector;
    private final Clock clock;
    private final long failedExpiryNanos;
    private final ConcurrentMap<ServerName, Slot<C>> slots = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** A connect under way, an open connection, or a failed connect. Compared by identity. */
    private static final class Slot<C> {
        final CompletableFuture<C> connection = new CompletableFuture<>();
        /** When the connect failed; written before the future fails. */
        volatile long failedAtNanos;
    }

    /** @param failedExpiryNanos how long a failed connect stands for its server */
    public SingleConnectionPool(Connector<C> connector, Clock clock, long failedExpiryNanos) {
        this.connector = connector;
        this.clock = clock;
        this.failedExpiryNanos = failedExpiryNanos;
    }

    @Override
    public CompletableFuture<C> acquire(ServerName server) {
        Slot<C> slot = slots.get(server);
        while (slot == null || isSpent(slot)) {
            if (closed) {
                return CompletableFuture.failedFuture(closedError(server));
            }
            Slot<C> fresh = new Slot<>();
            if (slot == null ? slots.putIfAbsent(server, fresh) == null : slots.replace(server, slot, fresh)) {
                open(server, fresh);
                return fresh.connection;
            }
            slot = slots.get(server);
        }
        return slot.connection;
    }

    private boolean isSpent(Slot<C> slot) {
        CompletableFuture<C> connection = slot.connection;
        if (!connection.isDone()) {
            return false;
        }
        if (connection.isCompletedExceptionally()) {
            return clock.nanoTime() - slot.failedAtNanos >= failedExpiryNanos;
        }
        return !connection.join().isOpen();
    }

    private void open(ServerName server, Slot<C> slot) {
        CompletableFuture<C> opening;
        try {
            opening = connector.open(server);
        } catch (RuntimeException e) {
            // Others wait for this slot already.
            opening = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<C> unusedOpening = opening.whenComplete((connection, error) -> {
            if (connection == null) {
                slot.failedAtNanos = clock.nanoTime();
                slot.connection.completeExceptionally(error);
                return;
            }
            CompletableFuture<Void> unusedEnd = connection.closed().thenRun(() -> slots.remove(server, slot));
            slot.connection.complete(connection);
            // closeAsync may have walked the slots before this one was complete: whoever comes second closes it.
            if (closed) {
                connection.close();
            }
        });
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        closed = true;
        CompletableFuture<?>[] ends =
                slots.values().stream().map(slot -> end(slot.connection)).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(ends);
    }

    private CompletableFuture<Void> end(CompletableFuture<C> connecting) {
        return connecting.<@Nullable C>handle((connection, error) -> connection).thenCompose(connection -> {
            if (connection == null) {
                return CompletableFuture.completedFuture(null);
            }
            connection.close();
            return connection.closed();
        });
    }

    private static IOException closedError(ServerName server) {
        return new IOException("no connection to " + server + ": the connection to the cluster is closed");
    }
}
