package io.sluice.internal.time;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of Sluice's own, which do not keep a program alive. */
public final class DaemonThreads {
    private static final long IDLE_SECONDS = 10;

    private DaemonThreads() {}

    /** Makes threads that all have this name. */
    public static ThreadFactory named(String name) {
        return task -> daemon(name, task);
    }

    /** Makes threads whose names have a number behind this prefix, from 1. */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> daemon(prefix + number.incrementAndGet(), task);
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** An executor with this number of threads, which end after 10 s without work. */
    public static ThreadPoolExecutor executor(int count, ThreadFactory threads) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                count, count, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
