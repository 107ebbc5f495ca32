package io.sluice.bench.allocator;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Netty's own threads, whose thread-locals are fast, for all contenders: what calls on plain threads costs Netty more. */
public final class NettyThreads extends ThreadPoolExecutor {
    /** Made by JMH. */
    public NettyThreads(int threads, String name) {
        super(threads, threads, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), new DefaultThreadFactory(name, true));
    }
}
