package io.sluice.internal.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections until a pool has a number of them, some at the same time. A connect that fails is not tried again and
 * does not stop the others.
 */
final class WarmUp<C extends PooledConnection> {
    private final Opening<C> opening;
    private final ConnectLimit limit;
    private final int parallelism;
    private final IntSupplier open;
    private final CompletableFuture<WarmUpResult> result = new CompletableFuture<>();

    /** Calls of {@link #go} that were not seen yet: a connect may end inside its start. */
    private final AtomicInteger going = new AtomicInteger();

    // Lock order: a leaf.
    private final ReentrantLock lock = new ReentrantLock();

    /** Connects not started yet. */
    @GuardedBy("lock") private int left;

    @GuardedBy("lock") private int underWay;

    @GuardedBy("lock") private int opened;

    @GuardedBy("lock") private final List<Throwable> errors = new ArrayList<>();

    /**
     * @param missing connections to open
     * @param parallelism at the same time
     * @param open connections of the pool, for the result
     */
    WarmUp(Opening<C> opening, ConnectLimit limit, int missing, int parallelism, IntSupplier open) {
        this.opening = opening;
        this.limit = limit;
        this.left = missing;
        this.parallelism = parallelism;
        this.open = open;
    }

    /** Starts it; to be called once. */
    CompletableFuture<WarmUpResult> start() {
        go();
        return result;
    }

    private void go() {
        if (going.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            startSome();
            seen = going.addAndGet(-seen);
        } while (seen > 0);
    }

    private void startSome() {
        while (next()) {
            // As many as this warm-up may have, on top of what the pool opens for those who wait.
            Opening.Start start = opening.tryStart(Integer.MAX_VALUE, this::ended);
            if (start == Opening.Start.LIMITED) {
                limit.whenFree(this::go);
                start = opening.tryStart(Integer.MAX_VALUE, this::ended);
            }
            if (start != Opening.Start.STARTED) {
                notStarted(start);
                break;
            }
        }
        finish();
    }

    private boolean next() {
        lock.lock();
        try {
            if (left == 0 || underWay == parallelism) {
                return false;
            }
            left--;
            underWay++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void notStarted(Opening.Start start) {
        lock.lock();
        try {
            underWay--;
            // Without room there is nothing left to do: others have opened what was missing.
            left = start == Opening.Start.LIMITED ? left + 1 : 0;
        } finally {
            lock.unlock();
        }
    }

    private void ended(@Nullable Throwable error) {
        lock.lock();
        try {
            underWay--;
            if (error == null) {
                opened++;
            } else {
                errors.add(error);
            }
        } finally {
            lock.unlock();
        }
        go();
    }

    private void finish() {
        int openedHere;
        List<Throwable> failures;
        lock.lock();
        try {
            if (left > 0 || underWay > 0) {
                return;
            }
            openedHere = opened;
            failures = List.copyOf(errors);
        } finally {
            lock.unlock();
        }
        // Counted only now: before, the last one may have opened in between.
        result.complete(new WarmUpResult(openedHere, open.getAsInt(), failures));
    }
}
