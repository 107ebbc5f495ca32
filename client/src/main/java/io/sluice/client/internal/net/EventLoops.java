package io.sluice.client.internal.net;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The event loops of a client: those it makes itself (epoll where there is, NIO elsewhere) or a group that is given.
 * As an {@link Executor} it runs short tasks on one loop after the other.
 */
public final class EventLoops implements Executor {
    private final EventLoopGroup group;
    private final Class<? extends SocketChannel> channelType;
    private final boolean owned;
    private final List<EventLoop> loops = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    private EventLoops(EventLoopGroup group, Class<? extends SocketChannel> channelType, boolean owned) {
        this.group = group;
        this.channelType = channelType;
        this.owned = owned;
        for (EventExecutor executor : group) {
            loops.add((EventLoop) executor);
        }
    }

    /** Makes loops with daemon threads named {@code sluice-io-1} and so on. */
    public static EventLoops create(int threads) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(threads, threadFactory(), handlers);
        return new EventLoops(group, epoll ? EpollSocketChannel.class : NioSocketChannel.class, true);
    }

    /**
     * Uses a group that somebody else owns and closes.
     *
     * @param channelType the type of socket that fits the group
     */
    public static EventLoops of(EventLoopGroup group, Class<? extends SocketChannel> channelType) {
        return new EventLoops(group, channelType, false);
    }

    private static ThreadFactory threadFactory() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new FastThreadLocalThread(task, "sluice-io-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** How many there are. */
    public int count() {
        return loops.size();
    }

    /** A loop by its number, 0 to {@link #count} less 1. */
    EventLoop loop(int number) {
        return loops.get(number);
    }

    /** Tasks queued on a loop, by its number; -1 if the loop does not say. */
    public int pendingTasks(int number) {
        return loops.get(number) instanceof SingleThreadEventExecutor loop ? loop.pendingTasks() : -1;
    }

    /**
     * A loop for a task that belongs to no connection, or a connection that belongs to no pool: each in turn, but not the
     * caller's, which has something else to do, unless there is only one.
     */
    EventLoop any() {
        EventLoop loop = nextLoop();
        return loop.inEventLoop() ? nextLoop() : loop;
    }

    private EventLoop nextLoop() {
        return loops.get(Math.floorMod(next.getAndIncrement(), loops.size()));
    }

    /** How sockets are served: {@code epoll} or {@code nio}. */
    public String transport() {
        return channelType == EpollSocketChannel.class ? "epoll" : "nio";
    }

    Class<? extends SocketChannel> channelType() {
        return channelType;
    }

    /** Whether the caller is one of these loops, which must not wait for anything. */
    public boolean inEventLoop() {
        for (EventLoop loop : loops) {
            if (loop.inEventLoop()) {
                return true;
            }
        }
        return false;
    }

    /** Runs a task on one of the loops, never inside this call. */
    @Override
    public void execute(Runnable task) {
        execute(any(), task);
    }

    /**
     * Runs a task on a loop, or another executor, never inside this call. When that has ended, and all connections of the
     * loop with it, the task runs on a spare thread: what it tells must not get lost.
     */
    static void execute(Executor loop, Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            GlobalEventExecutor.INSTANCE.execute(task);
        }
    }

    /** Runs a task on a loop, or another executor, later; on a spare thread when that has ended. */
    static Timer.Cancellable schedule(ScheduledExecutorService loop, Runnable task, long delayNanos) {
        long delay = Math.max(0, delayNanos);
        Future<?> scheduled;
        try {
            scheduled = loop.schedule(task, delay, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            scheduled = GlobalEventExecutor.INSTANCE.schedule(task, delay, TimeUnit.NANOSECONDS);
        }
        Future<?> future = scheduled;
        return () -> future.cancel(false);
    }

    /** Ends the threads if these loops were made here; connections should be closed before. */
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        if (owned) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS).addListener(done -> ended.complete(null));
        } else {
            ended.complete(null);
        }
        return ended;
    }
}
