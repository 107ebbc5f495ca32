package io.sluice.client.internal.registry;

import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.net.RpcRequest;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A connection on which the test answers. */
public final class FakeConnection implements RpcConnection {
    private final Function<RpcRequest, CompletableFuture<RpcAnswer>> server;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    public FakeConnection(Function<RpcRequest, CompletableFuture<RpcAnswer>> server) {
        this.server = server;
    }

    @Override
    public CompletableFuture<RpcAnswer> call(RpcRequest request) {
        return server.apply(request);
    }

    @Override
    public String address() {
        return "fake:1";
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
