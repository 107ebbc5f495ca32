package io.sluice.client.soak;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAccumulator;

/** Threads inside a call that waits for room in the budget. */
final class Waits {
    private static final long NOTEWORTHY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Set<Wait> open = ConcurrentHashMap.newKeySet();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);
    private final LongAccumulator longestParkedNanos = new LongAccumulator(Math::max, 0);

    /** A thread inside a call. */
    static final class Wait {
        private final String call;
        private final Entry entry;
        private final long begunAt = Moment.now();
        private final Thread thread = Thread.currentThread();
        /** Only the observer writes it. */
        private volatile long parkedNanos;
        /** Stacks while it was parked, since it has often gone on when that is reported. */
        private String stacks = "";

        private Wait(String call, Entry entry) {
            this.call = call;
            this.entry = entry;
        }

        Place place() {
            return entry.place;
        }

        OpenMutator mutator() {
            return entry.mutator;
        }

        long begunAt() {
            return begunAt;
        }

        Thread thread() {
            return thread;
        }

        /** Whether it does not want a processor, either. */
        boolean isParked() {
            Thread.State state = thread.getState();
            return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
        }

        /** Adds time in which it was parked without a reason; returns all of it. */
        long parked(long nanos) {
            long parked = parkedNanos + nanos;
            parkedNanos = parked;
            if (parked > NOTEWORTHY_NANOS && stacks.isEmpty()) {
                stacks = Stacks.relevant(thread);
            }
            return parked;
        }

        /** Of the observer. */
        String stacks() {
            return stacks;
        }

        @Override
        public String toString() {
            return call + " has taken " + Moment.text(Moment.now() - begunAt) + ": " + entry;
        }
    }

    Wait begin(String call, Entry entry) {
        Wait wait = new Wait(call, entry);
        open.add(wait);
        return wait;
    }

    void end(Wait wait) {
        open.remove(wait);
        longestNanos.accumulate(Moment.now() - wait.begunAt());
        longestParkedNanos.accumulate(wait.parkedNanos);
    }

    /** Of those that have ended. */
    long longestNanos() {
        return longestNanos.get();
    }

    /** Of those that have ended, the time parked without a reason. */
    long longestParkedNanos() {
        return longestParkedNanos.get();
    }

    Set<Wait> open() {
        return open;
    }
}
