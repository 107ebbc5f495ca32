package io.sluice.bench.allocator;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs all contenders on Netty's own threads, whose thread-locals are fast: on plain threads, calls would cost Netty
 * more.
 */
public final class NettyThreads extends ThreadPoolExecutor {
    /** Called by JMH. */
    public NettyThreads(int threads, String name) {
        // With a queue: JMH starts an iteration when the tasks of the last one are done, which may be a moment before
        // their threads are free. Without one, such a task would be refused, and the others would wait for it for ever.
        super(threads, threads, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new DefaultThreadFactory(name, true));
    }
}
