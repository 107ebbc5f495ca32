package io.sluice.internal.pool;

import java.util.concurrent.CompletableFuture;

/** A connection that does as a test says. */
final class FakeConnection implements PooledConnection {
    final int loop;
    volatile boolean saturated;
    CompletableFuture<Boolean> health = CompletableFuture.completedFuture(true);
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    FakeConnection(int loop) {
        this.loop = loop;
    }

    @Override
    public boolean isOpen() {
        return !closed.isDone();
    }

    @Override
    public CompletableFuture<Void> closed() {
        return closed;
    }

    @Override
    public void close() {
        closed.complete(null);
    }

    @Override
    public boolean isSaturated() {
        return saturated;
    }

    @Override
    public CompletableFuture<Boolean> checkHealth() {
        return health;
    }
}
