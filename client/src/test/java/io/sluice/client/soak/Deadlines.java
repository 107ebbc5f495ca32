package io.sluice.client.soak;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Calls under way that must end by a deadline. */
final class Deadlines {
    private final Set<Call> open = ConcurrentHashMap.newKeySet();

    /** A call under way. */
    final class Call {
        private final String what;
        private final long begunAt = Moment.now();
        private final long deadlineNanos;
        private final Thread thread = Thread.currentThread();

        private final boolean waits;

        private Call(String what, long deadlineNanos, boolean waits) {
            this.what = what;
            this.deadlineNanos = deadlineNanos;
            this.waits = waits;
        }

        void ended() {
            open.remove(this);
        }

        long begunAt() {
            return begunAt;
        }

        long deadlineNanos() {
            return deadlineNanos;
        }

        Thread thread() {
            return thread;
        }

        /** Whether its thread is inside it and at work, or would be if it had a processor. */
        boolean isAtWork() {
            return waits && thread.getState() == Thread.State.RUNNABLE;
        }

        @Override
        public String toString() {
            return what + " by " + thread.getName() + " has taken " + Moment.text(Moment.now() - begunAt);
        }
    }

    /** A call that returns at once; {@link Call#ended} is for its future to tell. */
    Call beginAsync(String what, Duration deadline) {
        return add(new Call(what, deadline.toNanos(), /* waits= */ false));
    }

    /** A call in which this thread waits. */
    Call begin(String what, Duration deadline) {
        return add(new Call(what, deadline.toNanos(), /* waits= */ true));
    }

    private Call add(Call call) {
        open.add(call);
        return call;
    }

    Set<Call> open() {
        return open;
    }
}
