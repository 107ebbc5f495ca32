package io.sluice.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.TableName;
import io.sluice.client.MetricsBinding;
import io.sluice.client.internal.metrics.ClientView;
import io.sluice.client.internal.metrics.ConnectionMetrics;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.pool.PoolNumbers;
import io.sluice.internal.pool.ServerPools;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a connection know, and the way to the classes that show it by Micrometer: nothing of them is loaded before
 * the first registry is bound.
 */
final class MetricsBindings implements ClientView {
    private final ClientNumbers numbers;
    private final WriteEngine engine;
    private final ByteBudget memory;
    private final PooledBlockAllocator allocator;
    private final CachingRegionLocator locator;
    private final ServerPools<?> serverPools;
    private final EventLoops loops;

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
        this.numbers = numbers;
        this.engine = engine;
        this.memory = memory;
        this.allocator = allocator;
        this.locator = locator;
        this.serverPools = serverPools;
        this.loops = loops;
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
            open = new ConnectionMetrics(this);
            metrics = open;
        }
        return open;
    }

    /** Takes all meters out of all registries. Completes, always normally, when they are gone. */
    CompletableFuture<Void> closeAsync() {
        ConnectionMetrics open;
        synchronized (this) {
            open = closed ? null : metrics;
            closed = true;
        }
        return open == null ? CompletableFuture.completedFuture(null) : open.closeAsync();
    }

    @Override
    public ClientNumbers numbers() {
        return numbers;
    }

    @Override
    public Map<TableName, TableNow> tables() {
        return engine.tablesNow();
    }

    @Override
    public long buffered(TableName table) {
        return engine.buffered(table);
    }

    @Override
    public Map<String, Window> windows() {
        Map<String, Window> byAddress = new HashMap<>();
        engine.windowStates()
                .forEach((server, windows) -> windows.values()
                        .forEach(window -> byAddress.merge(
                                server.getHostAndPort(),
                                new Window(window.size(), window.inFlight(), window.waiting()),
                                Window::plus)));
        return byAddress;
    }

    @Override
    public Map<String, PoolNumbers> pools() {
        return serverPools.numbersByAddress();
    }

    @Override
    public Budget budget() {
        return new Budget(memory.usedBytes(), memory.limitBytes(), memory.waiters());
    }

    @Override
    public Blocks blocks() {
        return new Blocks(
                allocator.blocksMade(), allocator.blocksFree(), allocator.blocksInUse(), allocator.blockSize());
    }

    @Override
    public long cachedRegions() {
        return locator.size();
    }

    @Override
    public int eventLoops() {
        return loops.count();
    }

    @Override
    public int pendingTasks(int loop) {
        return loops.pendingTasks(loop);
    }
}
