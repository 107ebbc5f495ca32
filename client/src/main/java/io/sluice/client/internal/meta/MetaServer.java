package io.sluice.client.internal.meta;

import io.sluice.ServerName;
import io.sluice.client.internal.registry.ClusterRegistry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers who serves {@code hbase:meta}. The registry is asked once for all that want to know at the same time, and
 * again after {@link #forget}. Safe for use by many threads.
 */
final class MetaServer {
    private final ClusterRegistry registry;
    /** Null, under way, or the answer; an answer that is an error is never left here. */
    private final AtomicReference<@Nullable CompletableFuture<ServerName>> location = new AtomicReference<>();

    MetaServer(ClusterRegistry registry) {
        this.registry = registry;
    }

    /** The server; the same future until it fails or is forgotten. Must not be completed by the caller. */
    CompletableFuture<ServerName> location() {
        CompletableFuture<ServerName> known = location.get();
        if (known != null) {
            return known;
        }
        CompletableFuture<ServerName> fresh = new CompletableFuture<>();
        CompletableFuture<ServerName> witness = location.compareAndExchange(null, fresh);
        if (witness != null) {
            return witness;
        }
        // Inside thenCompose, so that an exception thrown by the registry ends the future, too.
        var unused = CompletableFuture.completedFuture(registry)
                .thenCompose(ClusterRegistry::metaLocation)
                .whenComplete((server, error) -> {
                    if (error != null) {
                        // Before the failure is seen, so that a retry at once asks the registry again.
                        location.compareAndSet(fresh, null);
                        fresh.completeExceptionally(error);
                    } else {
                        fresh.complete(server);
                    }
                });
        return fresh;
    }

    /** Forgets a location that turned out to be wrong, unless a newer one is there already. */
    void forget(CompletableFuture<ServerName> wrong) {
        location.compareAndSet(wrong, null);
    }
}
