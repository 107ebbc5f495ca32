package io.sluice.client.internal.net;

import io.sluice.internal.pool.PooledConnection;
import java.util.concurrent.CompletableFuture;

/** A connection on which any method of its service can be called. Safe for use by many threads. */
public interface RpcConnection extends PooledConnection {

    /**
     * Sends a request.
     *
     * @return completed once, on the connection's event loop. Fails with an {@link java.io.IOException}: the server's
     *     exception (see {@code RemoteErrors}), {@code CallTimeoutException}, or what ended the connection
     */
    CompletableFuture<RpcAnswer> call(RpcRequest request);

    /** {@code host:port} of the server, for messages. */
    String address();
}
