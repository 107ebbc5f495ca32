package io.sluice.client.internal.net;

import io.netty.util.concurrent.GlobalEventExecutor;
import io.sluice.internal.time.StackProbe;
import io.sluice.internal.time.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The engine's timer. A thread of its own keeps the time, so that no event loop has to live for it, and hands a task on
 * when it is due: to an event loop, where the work of a client is done, or for a deadline to a thread that nothing else
 * runs on. No task runs on the thread that keeps the time.
 */
public final class EventLoopTimer implements Timer, AutoCloseable {
    private static final long IDLE_MILLIS = 1_000;

    private final EventLoops loops;
    // A heap, not a wheel: it wakes up for tasks only, and is exact to some microseconds. A wheel that serves a flush
    // period of 1 ms ticks a thousand times a second for ever.
    private final ScheduledThreadPoolExecutor clock;
    private final ThreadPoolExecutor deadlines;

    /** @param loops run the tasks; may end before this is closed */
    public EventLoopTimer(EventLoops loops) {
        this.loops = loops;
        clock = new ScheduledThreadPoolExecutor(1, threads("sluice-timer"));
        // Most tasks are cancelled; what they hold goes with them.
        clock.setRemoveOnCancelPolicy(true);
        AtomicInteger number = new AtomicInteger();
        deadlines = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_MILLIS,
                TimeUnit.MILLISECONDS,
                new SynchronousQueue<>(),
                task -> threads("sluice-deadline-" + number.incrementAndGet()).newThread(task));
    }

    private static ThreadFactory threads(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        // The queues of the JDK and of Netty keep a lock for ever, or lose their order, if the stack ends in them.
        StackProbe.probe();
        if (delayNanos <= 0) {
            loops.execute(task);
            return () -> {};
        }
        return hand(task, loops, delayNanos);
    }

    @Override
    public Cancellable deadline(Runnable task, long delayNanos) {
        StackProbe.probe();
        return hand(task, this::runDeadline, Math.max(0, delayNanos));
    }

    private Cancellable hand(Runnable task, Executor where, long delayNanos) {
        Future<?> due;
        try {
            due = clock.schedule(() -> where.execute(task), delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            due = GlobalEventExecutor.INSTANCE.schedule(() -> where.execute(task), delayNanos, TimeUnit.NANOSECONDS);
        }
        Future<?> scheduled = due;
        return () -> {
            StackProbe.probe();
            scheduled.cancel(false);
        };
    }

    private void runDeadline(Runnable task) {
        try {
            deadlines.execute(task);
        } catch (RejectedExecutionException e) {
            GlobalEventExecutor.INSTANCE.execute(task);
        }
    }

    /** Ends its threads; what waits does not run. To be called when all that uses it is closed. */
    @Override
    public void close() {
        clock.shutdownNow();
        deadlines.shutdown();
    }
}
