package io.sluice.bench.chaos;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CellUtil;
import io.sluice.CloseResult;
import io.sluice.Mutation;
import io.sluice.Unacknowledged;
import io.sluice.client.AsyncConnection;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Replaces one mutator after the other under load, and closes the old one in one of the possible ways. */
final class ChaosCloser implements Runnable {
    private static final int FEWEST_MILLIS = 1_000;
    private static final int MOST_MILLIS = 3_000;
    private static final int SHORTEST_DEADLINE_MILLIS = 100;
    private static final int LONGEST_DEADLINE_MILLIS = 2_000;
    /** A close that exceeds its deadline by this much is no longer waited for. */
    private static final long GIVE_UP_MILLIS = 15_000;

    private final List<ChaosSlot> slots;
    private final AsyncConnection connection;
    private final ChaosWatch watch;
    private final SplittableRandom random;
    private final PrintStream out;
    private volatile boolean stopped;
    private volatile int closes;
    private volatile long handedBack;
    private volatile long mostOverMillis = Long.MIN_VALUE;

    private enum Way {
        /** {@code closeAsync} with a deadline. */
        ASYNC,
        /** {@code close()} on a separate thread. */
        BLOCKING,
        /** {@code close()} in a callback, on the executor that was given to the mutator. */
        IN_CALLBACK
    }

    ChaosCloser(List<ChaosSlot> slots, AsyncConnection connection, ChaosWatch watch, long seed, PrintStream out) {
        this.slots = slots;
        this.connection = connection;
        this.watch = watch;
        this.out = out;
        random = new SplittableRandom(seed);
    }

    /** Number of closed mutators. */
    int closes() {
        return closes;
    }

    /** Number of unacknowledged mutations that closes have returned. */
    long handedBack() {
        return handedBack;
    }

    /** The most by which a close exceeded its deadline; negative if all were in time. */
    long mostOverMillis() {
        return mostOverMillis;
    }

    void stop() {
        stopped = true;
    }

    /** Closes the connection, with a limit on the wait. */
    void closeConnection() throws InterruptedException {
        CompletableFuture<Long> took = new CompletableFuture<>();
        long begin = System.nanoTime();
        var unused =
                connection.closeAsync(ChaosSlot.CLOSE_TIMEOUT).thenRun(() -> took.complete(System.nanoTime() - begin));
        note("close of the connection", overMillis(took, ChaosSlot.CLOSE_TIMEOUT), ChaosSlot.CLOSE_TIMEOUT);
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                Thread.sleep(FEWEST_MILLIS + random.nextInt(MOST_MILLIS - FEWEST_MILLIS));
                ChaosSlot slot = slots.get(random.nextInt(slots.size()));
                Way way = Way.values()[random.nextInt(slot.hasExecutor() ? Way.values().length : 2)];
                Duration deadline = way == Way.ASYNC
                        ? Duration.ofMillis(random.nextInt(SHORTEST_DEADLINE_MILLIS, LONGEST_DEADLINE_MILLIS))
                        : ChaosSlot.CLOSE_TIMEOUT;
                replace(slot, way, deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void replace(ChaosSlot slot, Way way, Duration deadline) throws InterruptedException {
        AsyncBufferedMutator old = Objects.requireNonNull(slot.open(connection, watch));
        CompletableFuture<Long> took = new CompletableFuture<>();
        Runnable close = () -> {
            long begin = System.nanoTime();
            if (way == Way.ASYNC) {
                var unused = old.closeAsync(deadline).thenRun(() -> took.complete(System.nanoTime() - begin));
            } else {
                old.close();
                took.complete(System.nanoTime() - begin);
            }
        };
        if (way == Way.IN_CALLBACK) {
            slot.inNextCallback(close);
        } else {
            Thread thread = new Thread(close, "chaos-close");
            thread.setDaemon(true);
            thread.start();
        }
        long over = overMillis(took, deadline);
        // If there was no callback, the close has not begun.
        if (over == GIVE_UP_MILLIS && slot.takeBack(close)) {
            close.run();
            over = 0;
        }
        closes++;
        note("close " + way + " of " + slot, over, deadline);
        takeBack(slot, old);
    }

    private void note(String what, long overMillis, Duration deadline) {
        mostOverMillis = Math.max(mostOverMillis, overMillis);
        if (overMillis > ChaosRun.CLOSE_SLACK_MILLIS) {
            out.printf(
                    Locale.ROOT,
                    "%8.1f s %s took %d ms more than its %d ms%n",
                    watch.millis() / 1e3,
                    what,
                    overMillis,
                    deadline.toMillis());
        }
    }

    private static long overMillis(CompletableFuture<Long> took, Duration deadline) throws InterruptedException {
        try {
            long nanos = took.get(deadline.toMillis() + GIVE_UP_MILLIS, TimeUnit.MILLISECONDS);
            return TimeUnit.NANOSECONDS.toMillis(nanos) - deadline.toMillis();
        } catch (TimeoutException e) {
            return GIVE_UP_MILLIS;
        } catch (ExecutionException e) {
            throw new IllegalStateException("this future never fails", e);
        }
    }

    private void takeBack(ChaosSlot slot, AsyncBufferedMutator old) throws InterruptedException {
        try {
            // The result of the earlier close.
            CloseResult result = old.closeAsync(Duration.ZERO).get(GIVE_UP_MILLIS, TimeUnit.MILLISECONDS);
            for (Unacknowledged one : result.unacknowledged()) {
                Mutation mutation = one.mutations().get(0);
                int number = ChaosValues.number(CellUtil.cloneValue(
                        mutation.get(ChaosWriter.FAMILY, ChaosWriter.QUALIFIER).get(0)));
                int writer = ChaosLedger.writerOf(mutation.getRow());
                slot.ledgers().stream()
                        .filter(ledger -> ledger.writer() == writer)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("a close returned an unknown mutation: " + one))
                        .handedBack(number, one.maybeApplied());
                handedBack++;
            }
        } catch (TimeoutException e) {
            out.println("no result of the close of " + slot);
        } catch (ExecutionException e) {
            throw new IllegalStateException("closeAsync never completes exceptionally", e);
        }
    }
}
