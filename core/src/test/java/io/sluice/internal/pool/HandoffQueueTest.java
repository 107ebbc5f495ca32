package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.pool.HandoffQueue.Waiter;
import io.sluice.internal.pool.Slots.Slot;
import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of service, and which callers may overtake the queue. The thread of the test plays all threads. */
class HandoffQueueTest {
    private static final int CONNECTIONS = 3;

    private final ManualTime time = new ManualTime();
    private final Slots<FakeConnection> slots = new Slots<>(new PoolSettings.Size(0, CONNECTIONS, 1), slot -> {});
    private final List<Slot<FakeConnection>> held = new ArrayList<>();

    /** A queue whose permits are all taken. */
    private HandoffQueue<FakeConnection> exhausted(Fairness fairness) {
        HandoffQueue<FakeConnection> queue =
                new HandoffQueue<>(slots, new PoolSettings.Waiting(fairness, 100), time, time, slot -> slot);
        for (int index = 0; index < CONNECTIONS; index++) {
            slots.add(new Slot<>(new FakeConnection(0), 0, 0, 0, queue::release));
            held.add(taken(queue));
        }
        return queue;
    }

    private static Slot<FakeConnection> taken(HandoffQueue<FakeConnection> queue) {
        Slot<FakeConnection> slot = queue.tryTake();
        if (slot == null) {
            throw new AssertionError("no permit is to be had");
        }
        return slot;
    }

    private static Waiter<FakeConnection> waiting(HandoffQueue<FakeConnection> queue) {
        Waiter<FakeConnection> waiter = new Waiter<>();
        assertThat(queue.add(waiter)).isTrue();
        return waiter;
    }

    private static CompletableFuture<Lease<FakeConnection>> asking(HandoffQueue<FakeConnection> queue) {
        CompletableFuture<Lease<FakeConnection>> future = new CompletableFuture<>();
        assertThat(queue.add(new Waiter<>(future))).isTrue();
        return future;
    }

    /** What the thread of a waiter does that has been woken; null if it is not served. */
    private static Slot<FakeConnection> wakeUp(HandoffQueue<FakeConnection> queue, Waiter<FakeConnection> waiter)
            throws InterruptedException {
        Slot<FakeConnection> slot = queue.await(waiter, 0).slot();
        if (slot == null) {
            throw new AssertionError("not served");
        }
        return slot;
    }

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void released_futureAtTheHead_isServedAtOnceAndInOrder(Fairness fairness) {
        HandoffQueue<FakeConnection> queue = exhausted(fairness);
        CompletableFuture<Lease<FakeConnection>> first = asking(queue);
        CompletableFuture<Lease<FakeConnection>> second = asking(queue);

        queue.release(held.get(1));
        assertThat(first).isCompletedWithValue(held.get(1));
        assertThat(second).isNotDone();

        queue.release(held.get(0));
        assertThat(second).isCompletedWithValue(held.get(0));
        assertThat(queue.pending()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Fairness.class)
    void released_onlyTheHeadTakes(Fairness fairness) throws Exception {
        HandoffQueue<FakeConnection> queue = exhausted(fairness);
        Waiter<FakeConnection> first = waiting(queue);
        Waiter<FakeConnection> second = waiting(queue);
        queue.release(held.get(0));

        assertThat(queue.await(second, 0))
                .as("the second gives up, although a permit is free")
                .isEqualTo(new HandoffQueue.Outcome<>(null, null));

        assertThat(wakeUp(queue, first)).isSameAs(held.get(0));
    }

    @Test
    void newcomer_permitIsFreeButOthersWait_passesOnlyIfUnfair() {
        for (Fairness fairness : Fairness.values()) {
            held.clear();
            HandoffQueue<FakeConnection> queue = exhausted(fairness);
            Waiter<FakeConnection> waiter = waiting(queue);
            queue.release(held.get(0));

            assertThat(queue.tryTake() != null).as("%s", fairness).isEqualTo(fairness == Fairness.UNFAIR);

            assertThat(queue.withdraw(waiter, null)).isTrue();
            held.forEach(slot -> {
                if (!slot.close()) {
                    slots.free(slot);
                }
                slots.remove(slot);
            });
        }
    }

    @Test
    void adaptive_served_passesUntilItsTurnIsOver() throws Exception {
        HandoffQueue<FakeConnection> queue = exhausted(Fairness.ADAPTIVE);
        Waiter<FakeConnection> first = waiting(queue);
        Waiter<FakeConnection> second = waiting(queue);
        queue.release(held.get(0));
        Slot<FakeConnection> mine = wakeUp(queue, first);

        queue.release(mine);
        assertThat(queue.tryTake()).as("in its turn").isSameAs(mine);

        time.advance(HandoffQueue.TURN_NANOS);
        queue.release(mine);
        assertThat(queue.tryTake()).as("after its turn").isNull();
        assertThat(wakeUp(queue, second)).isSameAs(mine);
    }

    @Test
    void fair_served_mayNotPass() throws Exception {
        HandoffQueue<FakeConnection> queue = exhausted(Fairness.FAIR);
        Waiter<FakeConnection> first = waiting(queue);
        Waiter<FakeConnection> second = waiting(queue);
        queue.release(held.get(0));
        queue.release(wakeUp(queue, first));

        assertThat(queue.tryTake()).isNull();
        assertThat(wakeUp(queue, second)).isSameAs(held.get(0));
    }

    @Test
    void interrupted_whilePermitIsFree_leavesItToTheFutureBehind() {
        HandoffQueue<FakeConnection> queue = exhausted(Fairness.ADAPTIVE);
        Waiter<FakeConnection> first = waiting(queue);
        CompletableFuture<Lease<FakeConnection>> second = asking(queue);
        queue.release(held.get(0));
        assertThat(second).as("behind the first").isNotDone();

        assertThat(queue.withdraw(first, null)).isTrue();

        assertThat(second).isCompletedWithValue(held.get(0));
    }

    @Test
    void served_anotherPermitIsFree_servesTheNext() throws Exception {
        HandoffQueue<FakeConnection> queue = exhausted(Fairness.ADAPTIVE);
        Waiter<FakeConnection> first = waiting(queue);
        CompletableFuture<Lease<FakeConnection>> second = asking(queue);
        queue.release(held.get(0));
        queue.release(held.get(1));
        assertThat(second).as("behind the first").isNotDone();

        Slot<FakeConnection> mine = wakeUp(queue, first);

        assertThat(second).isCompleted();
        assertThat(List.of(mine, second.join())).containsExactlyInAnyOrder(held.get(0), held.get(1));
    }

    @Test
    void cancelled_betweenItsPermitAndItsCallback_givesThePermitBack() {
        HandoffQueue<FakeConnection> queue = exhausted(Fairness.ADAPTIVE);
        for (int i = 0; i < HandoffQueue.MAX_DEPTH; i++) {
            var unused = asking(queue).thenAccept(Lease::release);
        }
        CompletableFuture<Lease<FakeConnection>> tooDeep = asking(queue);
        queue.release(held.get(0));
        assertThat(queue.pending()).as("the last one has its permit").isZero();
        assertThat(tooDeep).as("and is told by the timer").isNotDone();

        assertThat(tooDeep.cancel(false)).isTrue();
        time.advance(1);

        assertThat(slots.take()).isSameAs(held.get(0));
    }

    @Test
    void failAll_manyWait_allFailAndNothingIsLeft() {
        HandoffQueue<FakeConnection> queue = exhausted(Fairness.ADAPTIVE);
        List<CompletableFuture<Lease<FakeConnection>>> futures = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            futures.add(asking(queue));
        }

        queue.failAll(new IllegalStateException("over"));

        assertThat(futures).allSatisfy(future -> assertThat(future).isCompletedExceptionally());
        assertThat(queue.pending()).isZero();
        held.forEach(queue::release);
        assertThat(slots.hasFree()).isTrue();
    }
}
