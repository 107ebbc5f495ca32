package io.sluice.bench.chaos;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.AsyncBufferedMutator;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Backpressure;
import io.sluice.Ordering;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A succession of mutators of the same table with the same settings. Their callbacks occasionally block, briefly on
 * network threads, and on an executor for longer than a close may take.
 */
final class ChaosSlot implements AutoCloseable {
    static final int FLUSH_MILLIS = 20;
    /** Time limit of a {@code close()} without its own deadline. */
    static final Duration CLOSE_TIMEOUT = Duration.ofMillis(1_500);

    static final Duration OPERATION = Duration.ofMinutes(2);

    private static final int EXECUTOR_THREADS = 4;
    private static final int NETWORK_BLOCKS_ONE_IN = 2_000;
    private static final int NETWORK_BLOCK_MILLIS = 20;
    private static final int EXECUTOR_BLOCKS_ONE_IN = 500;
    private static final int EXECUTOR_BLOCK_MILLIS = 200;
    private static final int LONG_BLOCKS_ONE_IN = 2_500;
    private static final int LONG_BLOCK_MILLIS = 4_000;

    private final int number;
    private final TableName table;
    private final Ordering ordering;
    private final @Nullable ExecutorService executor;
    private final List<ChaosLedger> ledgers = new ArrayList<>();
    private final List<AsyncBufferedMutator> opened = new CopyOnWriteArrayList<>();
    private final AtomicReference<@Nullable Runnable> nextCallback = new AtomicReference<>();
    private final AtomicInteger calmSince = new AtomicInteger();
    private final AtomicInteger blocks = new AtomicInteger();
    private volatile int flushedAt;

    /** @param number its number among all slots, from 0 */
    ChaosSlot(int number, TableName table, Ordering ordering, boolean ownExecutor) {
        this.number = number;
        this.table = table;
        this.ordering = ordering;
        executor = ownExecutor
                ? Executors.newFixedThreadPool(
                        EXECUTOR_THREADS, new DefaultThreadFactory("chaos-callback-" + number, /* daemon= */ true))
                : null;
    }

    /** Adds the ledger of a writing thread. Call this before anything is written. */
    void add(ChaosLedger ledger) {
        ledgers.add(ledger);
    }

    List<ChaosLedger> ledgers() {
        return ledgers;
    }

    int number() {
        return number;
    }

    boolean isOrdered() {
        return ordering == Ordering.PER_ROW;
    }

    boolean hasExecutor() {
        return executor != null;
    }

    /** Opens a mutator, and returns the one that was open, which is not closed; null at first. */
    @Nullable AsyncBufferedMutator open(AsyncConnection connection, ChaosWatch watch) {
        AsyncBufferedMutatorBuilder builder = executor == null
                ? connection.getBufferedMutatorBuilder(table)
                : connection.getBufferedMutatorBuilder(table, executor);
        AsyncBufferedMutator before = opened.isEmpty() ? null : mutator();
        calmFrom(watch.millis());
        flushed(watch.millis());
        opened.add(builder.setWriteBufferPeriodicFlush(FLUSH_MILLIS, TimeUnit.MILLISECONDS)
                .setOrdering(ordering)
                .setMaxAttempts(Integer.MAX_VALUE)
                .setStartLogErrorsCnt(1_000)
                .setBackpressure(Backpressure.block(OPERATION))
                .setCloseTimeout(CLOSE_TIMEOUT)
                .addListener(watch.listener(this))
                .build());
        return before;
    }

    /** The open mutator. */
    AsyncBufferedMutator mutator() {
        return opened.get(opened.size() - 1);
    }

    /** Number of times a mutation was sent again, over all mutators. */
    long retried() {
        return opened.stream().mapToLong(each -> each.state().retried()).sum();
    }

    /** Number of callbacks that blocked. */
    int blocks() {
        return blocks.get();
    }

    /** Notes when a buffer was sent or found empty. */
    void flushed(int atMillis) {
        flushedAt = atMillis;
    }

    int flushedAt() {
        return flushedAt;
    }

    /** Sets the time until which unsettled mutations have a known reason. */
    void calmFrom(int atMillis) {
        int unused = calmSince.accumulateAndGet(atMillis, Math::max);
    }

    int calmSince() {
        return calmSince.get();
    }

    /** Sets a task for the next callback. */
    void inNextCallback(Runnable task) {
        nextCallback.set(task);
    }

    /** Withdraws the task; false if a callback has taken it. */
    boolean takeBack(Runnable task) {
        return nextCallback.compareAndSet(task, null);
    }

    /** The rest of a callback after the outcome has been recorded: it may block. */
    void bother(ChaosWatch watch, ChaosLedger ledger, int mutation) {
        Runnable task = nextCallback.get() == null ? null : nextCallback.getAndSet(null);
        if (task != null) {
            task.run();
        }
        int mixed = (mutation * 31 + ledger.writer()) * 0x9E3779B1 >>> 1;
        if (executor == null) {
            if (mixed % NETWORK_BLOCKS_ONE_IN == 0) {
                block(watch, NETWORK_BLOCK_MILLIS);
            }
        } else if (mixed % LONG_BLOCKS_ONE_IN == 0) {
            block(watch, LONG_BLOCK_MILLIS);
        } else if (mixed % EXECUTOR_BLOCKS_ONE_IN == 0) {
            block(watch, EXECUTOR_BLOCK_MILLIS);
        }
    }

    private void block(ChaosWatch watch, int millis) {
        blocks.incrementAndGet();
        // Other callbacks may have to wait for this one.
        calmFrom(watch.millis() + millis);
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends its threads. The mutators are not closed. */
    @Override
    public void close() {
        if (executor != null) {
            executor.shutdownNow();
        }
    }

    @Override
    public String toString() {
        return table + " " + ordering + (executor == null ? "" : " with an executor");
    }
}
