package io.sluice.internal.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.internal.time.Notice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that all mutators of a connection may hold. It is charged for a block when the block is opened and credited
 * when the block goes back, and for receivers that are notified only after their block is gone: what is charged is what is
 * held.
 *
 * <p>While there is room, taking it is one compare-and-set. A caller that finds none files a {@link Claim}; claims are
 * served in the order in which they were filed, and while there is one, new callers queue behind it, so that small claims do
 * not starve a large one.
 *
 * <p>Blocks come back one by one. If each of them woke a thread, a thread would be suspended and woken for every few hundred
 * mutations. So what is given back serves no claim until a part of the limit is free; {@link #serveClaims} serves them with
 * less, and should be called now and then while claims wait.
 *
 * <p>Invariant: {@code used <= limit}, except for {@link #takeUnbounded} and for one claim that is larger than the limit,
 * which is served when nothing else is held. No claim waits while that part of the limit is free and the first of them fits.
 */
public final class ByteBudget {
    /** Bytes that are given back serve claims once this part of the limit is free. */
    private static final int FREE_PART = 32;

    private final long limitBytes;
    private final long freeBytes;
    private final AtomicLong used = new AtomicLong();

    // Lock order: a leaf. No future is completed under it.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Deque<Claim> claims = new ArrayDeque<>();

    /** claims.size(), readable without the lock. Written under it. */
    private volatile int waiting;

    private volatile Runnable onClaim = () -> {};

    /** @param limitBytes positive */
    public ByteBudget(long limitBytes) {
        this(limitBytes, limitBytes / FREE_PART);
    }

    /** @param freeBytes bytes that are given back serve claims once this many are free */
    ByteBudget(long limitBytes, long freeBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("the budget must be positive, not " + limitBytes);
        }
        this.limitBytes = limitBytes;
        this.freeBytes = freeBytes;
    }

    /** Room that was asked for and may not be there yet. */
    public final class Claim {
        private final long bytes;
        private final long room;
        private final Notice granted = new Notice();

        // Under the lock of the budget.
        /** Whether the bytes have been taken for this claim and neither used nor given back. */
        private boolean holds;
        /** Used or withdrawn. */
        private boolean ended;

        private int waiters = 1;

        private Claim(long bytes, long room) {
            this.bytes = bytes;
            this.room = room;
        }

        /** Bytes that it asks for. */
        public long bytes() {
            return bytes;
        }

        /** Bytes that must be free for it to be granted. */
        public long room() {
            return room;
        }

        /** Completes when the bytes have been taken; never exceptionally, and the caller must not complete it. */
        public CompletableFuture<Void> granted() {
            return granted;
        }

        /** Gives the bytes to the caller, if the claim has been granted and neither used nor withdrawn. */
        public boolean use() {
            lock.lock();
            try {
                boolean mine = holds;
                holds = false;
                ended |= mine;
                return mine;
            } finally {
                lock.unlock();
            }
        }

        /** Adds the caller to those that wait for it; false if it has been used or withdrawn. */
        public boolean join() {
            lock.lock();
            try {
                waiters += ended ? 0 : 1;
                return !ended;
            } finally {
                lock.unlock();
            }
        }

        /** The caller no longer waits. The last one withdraws the claim; what was granted is given back. */
        public void leave() {
            long back;
            lock.lock();
            try {
                if (--waiters > 0 || ended) {
                    return;
                }
                ended = true;
                back = holds ? bytes : 0;
                holds = false;
                if (claims.remove(this)) {
                    waiting = claims.size();
                }
            } finally {
                lock.unlock();
            }
            // Also if nothing is given back: the claim may have stood before others that fit.
            give(back);
        }
    }

    /** What may be held. */
    public long limitBytes() {
        return limitBytes;
    }

    /** What is held now; more than the limit only through {@link #takeUnbounded}. */
    public long usedBytes() {
        return used.get();
    }

    /** How many claims wait. */
    public int waiters() {
        return waiting;
    }

    /** Whether any claim waits. */
    public boolean hasWaiters() {
        return waiting > 0;
    }

    /** The total that the waiting claims ask for. */
    public long wantedBytes() {
        lock.lock();
        try {
            long sum = 0;
            for (Claim claim : claims) {
                sum += claim.room;
            }
            return sum;
        } finally {
            lock.unlock();
        }
    }

    /** What the claim that is served next asks for; 0 if none waits. */
    public long firstWantedBytes() {
        lock.lock();
        try {
            Claim first = claims.peek();
            return first == null ? 0 : first.room;
        } finally {
            lock.unlock();
        }
    }

    /** Sets the task to be run whenever a claim has to wait, on the thread that filed it; before the budget is used. */
    public void onClaim(Runnable task) {
        onClaim = task;
    }

    /** Takes bytes if there is room and no claim waits. */
    public boolean tryTake(long bytes) {
        return waiting == 0 && tryTakeUnqueued(bytes, bytes);
    }

    private boolean tryTakeUnqueued(long bytes, long room) {
        long now = used.get();
        // A claim for more than the limit is granted when nothing else is held.
        while (now == 0 || now + room <= limitBytes) {
            if (used.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = used.get();
        }
        return false;
    }

    /** Takes bytes whether there is room or not. */
    public void takeUnbounded(long bytes) {
        used.addAndGet(bytes);
    }

    /** Asks for bytes; the caller is to {@linkplain Claim#leave leave} the claim in the end. */
    public Claim claim(long bytes) {
        return file(new Claim(bytes, bytes));
    }

    /** Asks for no bytes, but to be notified when this many are free. */
    public Claim ready(long bytes) {
        return file(new Claim(0, Math.max(1, bytes)));
    }

    /** Whether {@link #ready} would be granted at once. */
    public boolean isReady(long bytes) {
        long now = used.get();
        return waiting == 0 && (now == 0 || now + Math.max(1, bytes) <= limitBytes);
    }

    private Claim file(Claim claim) {
        lock.lock();
        try {
            claims.add(claim);
            waiting = claims.size();
        } finally {
            lock.unlock();
        }
        // Bytes given back before `waiting` was visible served no claim: so each new claim checks once more.
        give(0);
        if (waiting > 0) {
            onClaim.run();
        }
        return claim;
    }

    /** Gives bytes back, on any thread; never waits for long. */
    public void give(long bytes) {
        long left = used.addAndGet(-bytes);
        if (limitBytes - left >= freeBytes) {
            serveClaims();
        }
    }

    /** Grants the claims for which there is room, in their order. */
    public void serveClaims() {
        if (waiting > 0) {
            serve();
        }
    }

    private void serve() {
        List<Claim> served = null;
        lock.lock();
        try {
            Claim first = claims.peek();
            while (first != null && tryTakeUnqueued(first.bytes, first.room)) {
                served = served == null ? new ArrayList<>() : served;
                served.add(claims.remove());
                first.holds = true;
                first = claims.peek();
            }
            waiting = claims.size();
        } finally {
            lock.unlock();
        }
        if (served != null) {
            served.forEach(claim -> claim.granted.tell());
        }
    }
}
