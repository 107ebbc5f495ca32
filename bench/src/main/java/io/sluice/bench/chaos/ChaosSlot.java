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
 * One mutator after the other, of the same table and with the same settings. Its callbacks block now and then, shortly on
 * network threads, for longer than a close may take on an executor.
 */
final class ChaosSlot implements AutoCloseable {
    static final int FLUSH_MILLIS = 20;
    /** What {@code close()} without a deadline of its own may take. */
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

    /** @param number of all slots, from 0 */
    ChaosSlot(int number, TableName table, Ordering ordering, boolean ownExecutor) {
        this.number = number;
        this.table = table;
        this.ordering = ordering;
        executor = ownExecutor
                ? Executors.newFixedThreadPool(
                        EXECUTOR_THREADS, new DefaultThreadFactory("chaos-callback-" + number, /* daemon= */ true))
                : null;
    }

    /** One for each writing thread. To be added before anything is written. */
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

    /** The one that is open. */
    AsyncBufferedMutator mutator() {
        return opened.get(opened.size() - 1);
    }

    /** Times that a mutation was sent again, of all mutators. */
    long retried() {
        return opened.stream().mapToLong(each -> each.state().retried()).sum();
    }

    /** How often a callback has blocked. */
    int blocks() {
        return blocks.get();
    }

    /** A buffer was sent, or seen empty. */
    void flushed(int atMillis) {
        flushedAt = atMillis;
    }

    int flushedAt() {
        return flushedAt;
    }

    /** Until then something explains why what is unsettled is unsettled. */
    void calmFrom(int atMillis) {
        int unused = calmSince.accumulateAndGet(atMillis, Math::max);
    }

    int calmSince() {
        return calmSince.get();
    }

    /** Something that the next callback shall do. */
    void inNextCallback(Runnable task) {
        nextCallback.set(task);
    }

    /** Takes it back; false if a callback has it. */
    boolean takeBack(Runnable task) {
        return nextCallback.compareAndSet(task, null);
    }

    /** What follows in a callback, when the outcome has been noted. */
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
        // Others may have to wait behind this one.
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
