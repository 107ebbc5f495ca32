package io.sluice.bench.warmup;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Event loops that open connections; opening takes a fixed time and nothing else. */
final class OpeningLoops {
    private final List<EventLoop> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final long connectNanos;

    /**
     * An open connection.
     *
     * @param loop the number of its loop
     */
    record Opened(int loop, EventLoop eventLoop) {}

    OpeningLoops(int count, long connectMillis) {
        for (int i = 0; i < count; i++) {
            loops.add(new DefaultEventLoop());
        }
        connectNanos = TimeUnit.MILLISECONDS.toNanos(connectMillis);
    }

    int count() {
        return loops.size();
    }

    /** Opens a connection on a loop. */
    CompletableFuture<Opened> open(int loop) {
        CompletableFuture<Opened> opened = new CompletableFuture<>();
        EventLoop eventLoop = loops.get(loop);
        var unused = eventLoop.schedule(
                () -> opened.complete(new Opened(loop, eventLoop)), connectNanos, TimeUnit.NANOSECONDS);
        return opened;
    }

    /**
     * Opens a connection as Netty clients do: on the requesting loop, so that they stay together; for other threads
     * round-robin.
     */
    CompletableFuture<Opened> openColocated() {
        for (int i = 0; i < loops.size(); i++) {
            if (loops.get(i).inEventLoop()) {
                return open(i);
            }
        }
        return open(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    void close() {
        loops.forEach(loop -> {
            var unused = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        });
    }
}
