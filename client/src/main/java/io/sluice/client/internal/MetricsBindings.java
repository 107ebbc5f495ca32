package io.sluice.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.client.MetricsBinding;
import io.sluice.client.internal.metrics.ClientView;
import io.sluice.client.internal.metrics.ConnectionMetrics;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.pool.ServerPools;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gives Micrometer's registries access to the numbers of a connection. The classes that know Micrometer are loaded when the
 * first registry is bound.
 */
final class MetricsBindings {
    private final ClientView view;

    @GuardedBy("this") private @Nullable ConnectionMetrics metrics;

    @GuardedBy("this") private boolean closed;

    MetricsBindings(
            ClientNumbers numbers,
            WriteEngine engine,
            ByteBudget memory,
            PooledBlockAllocator allocator,
            CachingRegionLocator locator,
            ServerPools<?> serverPools,
            EventLoops loops) {
        view = new ClientView(
                numbers,
                engine::tablesNow,
                engine::buffered,
                () -> windows(engine),
                serverPools::numbersByAddress,
                () -> new ClientView.Budget(memory.usedBytes(), memory.limitBytes(), memory.waiters()),
                () -> new ClientView.Blocks(
                        allocator.blocksMade(), allocator.blocksFree(), allocator.blocksInUse(), allocator.blockSize()),
                locator::size,
                loops.count(),
                loops::pendingTasks);
    }

    private static Map<String, ClientView.Window> windows(WriteEngine engine) {
        Map<String, ClientView.Window> byAddress = new HashMap<>();
        engine.windowStates()
                .forEach((server, windows) -> windows.values()
                        .forEach(window -> byAddress.merge(
                                server.getHostAndPort(),
                                new ClientView.Window(window.size(), window.inFlight(), window.waiting()),
                                ClientView.Window::plus)));
        return byAddress;
    }

    /** See {@link io.sluice.client.AsyncConnection#bindTo}. */
    MetricsBinding bind(Object registry) {
        Objects.requireNonNull(registry, "registry");
        Runnable unbind;
        try {
            // Outside the lock: the registry runs code of the application.
            unbind = open().bind(registry);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "bindTo needs io.micrometer:micrometer-core on the class path: " + e.getMessage(), e);
        }
        return unbind::run;
    }

    private synchronized ConnectionMetrics open() {
        if (closed) {
            throw new IllegalStateException("the connection is closed");
        }
        ConnectionMetrics open = metrics;
        if (open == null) {
            open = new ConnectionMetrics(view);
            metrics = open;
        }
        return open;
    }

    /** Removes all meters from all registries. The result never fails. */
    CompletableFuture<Void> closeAsync() {
        ConnectionMetrics open;
        synchronized (this) {
            open = closed ? null : metrics;
            closed = true;
        }
        return open == null ? CompletableFuture.completedFuture(null) : open.closeAsync();
    }
}
