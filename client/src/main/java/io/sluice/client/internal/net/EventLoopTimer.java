package io.sluice.client.internal.net;

import io.sluice.internal.time.DaemonThreads;
import io.sluice.internal.time.StackProbe;
import io.sluice.internal.time.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The engine's timer. A thread of its own keeps the time, so that no event loop has to live for it, and hands a task on
 * when it is due: to an event loop, where the work of a client is done, or for a deadline to a thread that nothing else
 * runs on. No task runs on the thread that keeps the time.
 */
public final class EventLoopTimer implements Timer, AutoCloseable {
    private final EventLoops loops;
    // A heap, not a wheel: it wakes up for tasks only, and is exact to some microseconds. A wheel that serves a flush
    // period of 1 ms would tick a thousand times a second all the time.
    private final ScheduledThreadPoolExecutor clock;
    private final ThreadPoolExecutor deadlines;

    /** @param loops run the tasks; may end before this is closed */
    public EventLoopTimer(EventLoops loops) {
        this(loops, DaemonThreads.numbered("sluice-deadline-"));
    }

    EventLoopTimer(EventLoops loops, ThreadFactory deadlineThreads) {
        this.loops = loops;
        clock = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("sluice-timer"));
        // Most tasks are cancelled; without this they would stay reachable until they are due.
        clock.setRemoveOnCancelPolicy(true);
        deadlines = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), deadlineThreads);
    }

    @Override
    public Cancellable schedule(Runnable task, long delayNanos) {
        // The queues of the JDK and of Netty never release a lock, or lose their order, if the stack overflows in them.
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
        return hand(task, this::onDeadlineThread, delayNanos);
    }

    /** On an event loop if no thread can be started: late if a callback blocks the loop, but not lost. */
    private void onDeadlineThread(Runnable task) {
        try {
            deadlines.execute(task);
        } catch (OutOfMemoryError e) {
            loops.execute(task);
        }
    }

    private Cancellable hand(Runnable task, Executor where, long delayNanos) {
        Cancellable due = EventLoops.schedule(clock, () -> EventLoops.execute(where, task), delayNanos);
        return () -> {
            StackProbe.probe();
            due.cancel();
        };
    }

    /** Ends its threads; what waits does not run. To be called when all that uses it is closed. */
    @Override
    public void close() {
        clock.shutdownNow();
        deadlines.shutdown();
    }
}
