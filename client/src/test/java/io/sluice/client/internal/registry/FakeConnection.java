package io.sluice.client.internal.registry;

import io.sluice.client.internal.net.RpcConnection;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A connection on which the test answers. */
public final class FakeConnection implements RpcConnection {
    /** What was called. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Request(String method, byte[] param, long timeoutNanos) {}

    private final Function<Request, CompletableFuture<Answer>> server;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    public FakeConnection(Function<Request, CompletableFuture<Answer>> server) {
        this.server = server;
    }

    @Override
    public CompletableFuture<Answer> call(String method, byte[] param, long timeoutNanos) {
        return server.apply(new Request(method, param, timeoutNanos));
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
}
