package io.sluice.internal.time;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A clock, a timer and a network thread in one: time passes when the test says so, and the thread that lets it pass runs
 * what is due. Safe for use by many threads.
 */
public final class ManualTime implements Clock, Timer, Executor {
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::number));
    private long nowNanos = Long.MAX_VALUE - 1_000; // overflows soon, as System.nanoTime() may
    private final long startNanos = nowNanos;
    private long number;
    private volatile @Nullable Thread network;

    // Times are kept as distances from the start, so that they sort in spite of the overflow.
    private record Task(Runnable action, long atNanos, long number) {}

    @Override
    public synchronized Cancellable schedule(Runnable action, long delayNanos) {
        long elapsed = nowNanos - startNanos;
        long at = elapsed + Math.min(Math.max(0, delayNanos), Long.MAX_VALUE - elapsed);
        Task task = new Task(action, at, number++);
        tasks.add(task);
        return () -> remove(task);
    }

    private synchronized void remove(Task task) {
        tasks.remove(task);
    }

    @Override
    public void execute(Runnable task) {
        Cancellable unused = schedule(task, 0);
    }

    /** Runs what is due now, and what becomes due by that. */
    public void run() {
        advance(0);
    }

    /** Lets time pass and runs what is due, in the order of its time. */
    public void advance(long nanos) {
        long end = elapsedNanos() + nanos;
        Thread before = network;
        network = Thread.currentThread();
        try {
            for (Task due = nextUntil(end); due != null; due = nextUntil(end)) {
                due.action().run();
            }
        } finally {
            network = before;
        }
        synchronized (this) {
            nowNanos = startNanos + end;
        }
    }

    /** Advances to the next task, if there is one, and runs all that is due then; returns whether there was one. */
    public boolean advanceToNext() {
        long distance;
        synchronized (this) {
            Task next = tasks.peek();
            if (next == null) {
                return false;
            }
            distance = next.atNanos() - elapsedNanos();
        }
        advance(distance);
        return true;
    }

    private synchronized @Nullable Task nextUntil(long end) {
        Task next = tasks.peek();
        if (next == null || next.atNanos() > end) {
            return null;
        }
        nowNanos = startNanos + Math.max(next.atNanos(), elapsedNanos());
        return tasks.remove();
    }

    /** Number of tasks that wait. */
    public synchronized int waiting() {
        return tasks.size();
    }

    /** How much time has passed. */
    public synchronized long elapsedNanos() {
        return nowNanos - startNanos;
    }

    /** Whether the calling thread is running tasks now. */
    public boolean onNetworkThread() {
        return Thread.currentThread().equals(network);
    }

    @Override
    public synchronized long nanoTime() {
        return nowNanos;
    }

    @Override
    public long currentTimeMillis() {
        return 1_700_000_000_000L + elapsedNanos() / 1_000_000;
    }
}
