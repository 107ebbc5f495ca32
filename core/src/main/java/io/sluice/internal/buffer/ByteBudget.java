package io.sluice.internal.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bytes that all mutators of a connection may hold, from {@code mutate} until the mutation has settled.
 *
 * <p>While there is room, taking is one compare-and-set. Who finds none waits in a queue and is served in order of arrival;
 * as long as somebody waits, newcomers queue up behind, so that a large request is not starved by small ones.
 */
public final class ByteBudget {
    /** Nothing is prepaid if the budget has not room for so many stretches, lest few mutators hold most of it. */
    private static final int MIN_STRETCHES = 16;

    /** As what part of the budget somebody who waits gets room. */
    private static final int PURSES = 64;

    private final long limitBytes;
    private final AtomicLong used = new AtomicLong();

    // Lock order: a leaf. No future is completed under it.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Deque<Waiter> waiters = new ArrayDeque<>();

    /** waiters.size(), readable without the lock. Written under it. */
    private volatile int waiting;

    /** The part of {@link #used} that is on its way to servers, so that answers will give it back. */
    private final AtomicLong sent = new AtomicLong();

    private volatile Runnable starving = () -> {};

    /**
     * @param bytes what it wants; 0 for who wants to know only that there is room
     * @param room how much must be free
     * @param granted completes when the bytes have been taken for it
     */
    private record Waiter(long bytes, long room, CompletableFuture<Void> granted) {}

    /** @param limitBytes positive */
    public ByteBudget(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("the budget must be positive, not " + limitBytes);
        }
        this.limitBytes = limitBytes;
    }

    /** What may be held. */
    public long limitBytes() {
        return limitBytes;
    }

    /** What is held now; more than the limit only through {@link #takeUnbounded}. */
    public long usedBytes() {
        return used.get();
    }

    /** Takes bytes if there is room and nobody waits. */
    boolean tryTake(long bytes) {
        return waiting == 0 && tryTakeUnqueued(bytes, bytes);
    }

    private boolean tryTakeUnqueued(long bytes, long room) {
        long now = used.get();
        while (now + room <= limitBytes) {
            if (used.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = used.get();
        }
        return false;
    }

    /** Takes bytes if there is room, nobody waits, and they are no large part of all there is. */
    boolean tryPrepay(long bytes) {
        return bytes <= limitBytes / MIN_STRETCHES && tryTake(bytes);
    }

    /**
     * What to wait for when there is no room for one mutation: enough for many, since being put to sleep and woken costs as
     * much as a hundred of them.
     *
     * @param bytes the mutation's
     * @param stretchBytes what mutations are prepaid by
     */
    long purse(long bytes, long stretchBytes) {
        return stretchBytes <= limitBytes / MIN_STRETCHES
                ? Math.max(bytes, Math.max(stretchBytes, limitBytes / PURSES))
                : bytes;
    }

    /** How many wait for room. */
    public int waiters() {
        return waiting;
    }

    /** Whether somebody waits for room. */
    boolean hasWaiters() {
        return waiting > 0;
    }

    /**
     * Says what to do when somebody waits for room and no answer will bring any, since all that is held is in buffers: to
     * be set once, before the budget is used. It must lead to {@link #sent}. Buffers are not sent before that, however long
     * the queue: the fuller the requests, the sooner there is room.
     */
    void whenStarving(Runnable send) {
        starving = send;
    }

    /** Whether somebody waits and nothing is on its way. */
    boolean isStarving() {
        return waiting > 0 && isIdle();
    }

    private void feed() {
        if (isStarving()) {
            starving.run();
        }
    }

    /** Whether nothing that is held is on its way. */
    boolean isIdle() {
        return sent.get() == 0;
    }

    /** Notes that bytes which are held have left their buffer for the servers. */
    void sent(long bytes) {
        sent.addAndGet(bytes);
    }

    /** Gives bytes back that were {@link #sent}. */
    void settled(long bytes) {
        sent.addAndGet(-bytes);
        give(bytes);
        feed();
    }

    /** Corrects what was taken by what turned out to be held: takes if positive, gives back if negative. */
    void adjust(long bytes) {
        if (bytes > 0) {
            takeUnbounded(bytes);
        } else {
            give(-bytes);
        }
    }

    /** Takes bytes whether there is room or not. */
    void takeUnbounded(long bytes) {
        used.addAndGet(bytes);
    }

    /**
     * Takes bytes, and waits for them if need be.
     *
     * @return whether there was room in time
     * @throws InterruptedException if the thread was interrupted while it waited; nothing is taken then
     */
    boolean take(long bytes, long timeoutNanos) throws InterruptedException {
        if (tryTake(bytes)) {
            return true;
        }
        Waiter waiter = enqueue(bytes, bytes);
        try {
            waiter.granted().get(timeoutNanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return !leave(waiter);
        } catch (InterruptedException e) {
            if (!leave(waiter)) {
                give(bytes);
            }
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Completes when there is room for many mutations, after all who wait already. For one would not do: threads that try
     * again would be woken for each, and one whose mutation is larger would try for ever.
     */
    CompletableFuture<Void> ready() {
        long room = Math.max(1, limitBytes / PURSES);
        return waiting == 0 && tryTakeUnqueued(0, room)
                ? CompletableFuture.completedFuture(null)
                : enqueue(0, room).granted();
    }

    /** Completes when the bytes have been taken, in order of arrival; for who must not wait. */
    CompletableFuture<Void> takeLater(long bytes) {
        return enqueue(bytes, bytes).granted();
    }

    private Waiter enqueue(long bytes, long room) {
        Waiter waiter = new Waiter(bytes, room, new CompletableFuture<>());
        lock.lock();
        try {
            waiters.add(waiter);
            waiting = waiters.size();
        } finally {
            lock.unlock();
        }
        // Bytes given back before `waiting` was visible woke nobody: whoever queues up looks once more.
        serve();
        feed();
        return waiter;
    }

    /** Takes a waiter out of the queue; false if it has been served already. */
    private boolean leave(Waiter waiter) {
        boolean left;
        lock.lock();
        try {
            left = waiters.remove(waiter);
            waiting = waiters.size();
        } finally {
            lock.unlock();
        }
        // It may have stood before others that fit.
        serve();
        return left;
    }

    /** Gives bytes back, on any thread; never waits for long. */
    void give(long bytes) {
        used.addAndGet(-bytes);
        if (waiting > 0) {
            serve();
        }
    }

    private void serve() {
        List<Waiter> served = null;
        lock.lock();
        try {
            while (!waiters.isEmpty() && isServed(waiters.peek())) {
                served = served == null ? new ArrayList<>() : served;
                served.add(waiters.remove());
            }
            waiting = waiters.size();
        } finally {
            lock.unlock();
        }
        if (served != null) {
            served.forEach(waiter -> waiter.granted().complete(null));
        }
    }

    private boolean isServed(Waiter waiter) {
        return tryTakeUnqueued(waiter.bytes(), waiter.room());
    }
}
