package io.sluice.internal.pool;

import io.sluice.ServerName;
import java.util.concurrent.CompletableFuture;

/** Opens one connection to a server. */
@FunctionalInterface
public interface Connector<C extends PooledConnection> {

    /**
     * @return a connection that is ready for calls. Fails with an {@link java.io.IOException} that names the server and
     *     the address tried, within the connect timeout
     */
    CompletableFuture<C> open(ServerName server);
}
