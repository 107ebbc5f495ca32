package io.sluice.bench.allocator;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs all contenders on Netty's own threads, whose thread-locals are fast: on plain threads, calls would cost Netty
 * more.
 */
public final class NettyThreads extends ThreadPoolExecutor {
    /** Called by JMH. */
    public NettyThreads(int threads, String name) {
        super(threads, threads, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new DefaultThreadFactory(name, true));
    }
}
