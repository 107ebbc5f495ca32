package io.sluice.client.internal.registry;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A timer and clock whose time passes when the test says so; tasks run on the test's thread. */
public final class ManualTime implements Timer, Clock {
    private final List<Task> tasks = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();
    private long nowNanos = 1_000;

    // The number makes two tasks different.
    private record Task(Runnable action, long atNanos, int number) {}

    @Override
    public synchronized Cancellable schedule(Runnable action, long delayNanos) {
        Task task = new Task(action, nowNanos + delayNanos, delays.size());
        tasks.add(task);
        delays.add(delayNanos);
        return () -> remove(task);
    }

    private synchronized void remove(Task task) {
        tasks.remove(task);
    }

    /** Lets time pass and runs what is due, in the order of its time. */
    public void advance(long nanos) {
        long end = nanoTime() + nanos;
        for (Optional<Task> due = nextUntil(end); due.isPresent(); due = nextUntil(end)) {
            due.get().action().run();
        }
        synchronized (this) {
            nowNanos = end;
        }
    }

    private synchronized Optional<Task> nextUntil(long end) {
        Optional<Task> due =
                tasks.stream().filter(task -> task.atNanos() <= end).min(Comparator.comparingLong(Task::atNanos));
        due.ifPresent(task -> {
            nowNanos = Math.max(nowNanos, task.atNanos());
            remove(task);
        });
        return due;
    }

    /** Number of tasks that wait. */
    public synchronized int waiting() {
        return tasks.size();
    }

    /** Delays of all tasks so far. */
    public synchronized List<Long> delays() {
        return List.copyOf(delays);
    }

    @Override
    public synchronized long nanoTime() {
        return nowNanos;
    }

    @Override
    public long currentTimeMillis() {
        return nanoTime() / 1_000_000;
    }
}
