package io.sluice.internal.pool;

import io.sluice.LongForm;
import io.sluice.internal.pool.HandoffQueue.Waiter;
import io.sluice.internal.pool.Slots.Slot;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Explores interleavings of taking, waiting for, giving up and giving back the only permit of a pool. Every operation gives
 * back what it took, so in the end none may be held and nobody may wait; an operation that is never served is found as a
 * deadlock.
 *
 * <p>Lincheck lets a parked thread wake up by itself, so a wake-up that is forgotten is not seen here if it was for a
 * thread; {@link HandoffQueueStressTest} sees that.
 */
@Tag(LongForm.TAG)
class HandoffQueueModelTest {

    /** What all policies share. Public for Lincheck. */
    public abstract static class Model {
        private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();
        private final Slots<FakeConnection> slots = new Slots<>(new PoolSettings.Size(0, 1, 1), slot -> {});
        private final Slot<FakeConnection> only;
        private final HandoffQueue<FakeConnection> queue;
        private long nanos;

        Model(Fairness fairness) {
            Timer timer = (task, delayNanos) -> {
                due.add(task);
                return () -> {};
            };
            queue = new HandoffQueue<>(
                    slots, new PoolSettings.Waiting(fairness, 100), new ModelClock(), timer, taken -> taken);
            only = new Slot<>(new FakeConnection(0), 0, 0, 0, queue::release);
            slots.add(only);
        }

        /** Passes by itself, so that some turns are over and some are not. */
        private final class ModelClock implements Clock {
            @Override
            public long nanoTime() {
                nanos += HandoffQueue.TURN_NANOS / 3;
                return nanos;
            }

            @Override
            public long currentTimeMillis() {
                return 0;
            }
        }

        /** Takes and gives back as a thread. */
        @Operation
        public boolean acquire() throws InterruptedException {
            return acquire(Long.MAX_VALUE);
        }

        /** The same, but gives up at once if it is not served at once. */
        @Operation
        public boolean acquireWithoutWaiting() throws InterruptedException {
            return acquire(0);
        }

        private boolean acquire(long timeoutNanos) throws InterruptedException {
            boolean alone = true;
            Slot<FakeConnection> slot = queue.tryTake();
            if (slot == null) {
                Waiter<FakeConnection> waiter = new Waiter<>();
                alone = queue.add(waiter);
                slot = queue.await(waiter, timeoutNanos).slot();
            }
            if (slot != null) {
                alone &= only.leases() == 1;
                queue.release(slot);
            }
            runDue();
            return alone;
        }

        /** Takes and gives back as a future; whoever completes it releases. */
        @Operation
        public boolean acquireAsync() {
            CompletableFuture<Lease<FakeConnection>> future = new CompletableFuture<>();
            var unused = future.thenAccept(Lease::release);
            Waiter<FakeConnection> waiter = new Waiter<>(future);
            boolean added = queue.add(waiter);
            runDue();
            return added;
        }

        /** The timer: who has set a task up runs it after its own work. */
        private void runDue() {
            Runnable task = due.poll();
            while (task != null) {
                task.run();
                task = due.poll();
            }
        }

        @Validate
        public void nothingIsHeldInTheEnd() {
            if (only.leases() != 0 || queue.pending() > 0 || !slots.hasFree()) {
                throw new AssertionError("in the end: " + only.leases() + " leases, " + queue.pending() + " wait");
            }
        }
    }

    public static final class Adaptive extends Model {
        public Adaptive() {
            super(Fairness.ADAPTIVE);
        }
    }

    public static final class Unfair extends Model {
        public Unfair() {
            super(Fairness.UNFAIR);
        }
    }

    public static final class Fair extends Model {
        public Fair() {
            super(Fairness.FAIR);
        }
    }

    private static void check(Class<? extends Model> model) {
        new ModelCheckingOptions()
                .actorsBefore(0)
                .actorsAfter(0)
                .threads(3)
                .actorsPerThread(2)
                .iterations(LongForm.choose(2, 20))
                .invocationsPerIteration(LongForm.choose(100, 200))
                .check(model);
    }

    @Test
    void adaptive_anyInterleaving_losesNoPermitAndNoWakeUp() {
        check(Adaptive.class);
    }

    // The other two differ from it in one condition of tryTake.

    @Test
    void unfair_anyInterleaving_losesNoPermitAndNoWakeUp() {
        check(Unfair.class);
    }

    @Test
    void fair_anyInterleaving_losesNoPermitAndNoWakeUp() {
        check(Fair.class);
    }
}
