package io.sluice.client.internal;

import io.sluice.TableName;
import io.sluice.client.internal.metrics.ClientView;
import io.sluice.client.internal.metrics.WindowNow;
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

/** What the parts of a connection know, for those that show it. */
record ConnectionView(
        ClientNumbers numbers,
        WriteEngine engine,
        ByteBudget memory,
        PooledBlockAllocator allocator,
        CachingRegionLocator locator,
        ServerPools<?> serverPools,
        EventLoops loops)
        implements ClientView {

    @Override
    public Map<TableName, TableNow> tables() {
        return engine.tablesNow();
    }

    @Override
    public long buffered(TableName table) {
        return engine.buffered(table);
    }

    @Override
    public Map<String, WindowNow> windows() {
        Map<String, WindowNow> byAddress = new HashMap<>();
        engine.windowStates()
                .forEach((server, windows) -> windows.values()
                        .forEach(window -> byAddress.merge(
                                server.getHostAndPort(),
                                new WindowNow(window.size(), window.inFlight(), window.waiting()),
                                WindowNow::plus)));
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
