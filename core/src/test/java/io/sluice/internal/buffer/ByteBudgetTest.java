package io.sluice.internal.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(100);

    /** A thread that takes bytes; made once it stands in the queue. */
    private final class Taker {
        final CompletableFuture<Boolean> result = new CompletableFuture<>();
        final Thread thread;

        Taker(long bytes) throws InterruptedException {
            // Nothing is on its way in these tests, so whoever queues up starves.
            CountDownLatch queued = new CountDownLatch(1);
            budget.whenStarving(queued::countDown);
            thread = new Thread(() -> {
                try {
                    result.complete(budget.take(bytes, TimeUnit.MINUTES.toNanos(1)));
                } catch (InterruptedException e) {
                    result.completeExceptionally(e);
                }
            });
            thread.start();
            assertThat(queued.await(1, TimeUnit.MINUTES)).isTrue();
        }

        boolean get() throws InterruptedException, ExecutionException, TimeoutException {
            return result.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void tryTake_untilTheLimit_takes() {
        assertThat(budget.tryTake(60)).isTrue();
        assertThat(budget.tryTake(41)).isFalse();
        assertThat(budget.tryTake(40)).isTrue();
        assertThat(budget.usedBytes()).isEqualTo(100);
        budget.give(100);
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void waiter_whileSomethingIsSent_starvesOnlyWhenThatHasSettledInVain() {
        AtomicInteger starved = new AtomicInteger();
        budget.whenStarving(starved::incrementAndGet);
        assertThat(budget.tryTake(100)).isTrue();
        budget.sent(10);

        CompletableFuture<Void> ready = budget.ready();
        assertThat(ready).isNotDone();
        assertThat(starved).hasValue(0);

        budget.takeUnbounded(50);
        budget.settled(10);
        assertThat(ready).isNotDone();
        assertThat(starved).hasValue(1);

        budget.give(140);
        assertThat(ready).isDone();
        assertThat(budget.isStarving()).isFalse();
    }

    @Test
    void takeUnbounded_noRoom_takesAllTheSame() {
        budget.takeUnbounded(250);
        assertThat(budget.usedBytes()).isEqualTo(250);
        assertThat(budget.tryTake(1)).isFalse();
        budget.give(250);
    }

    @Test
    void take_noRoom_waitsForIt() throws Exception {
        assertThat(budget.tryTake(100)).isTrue();
        Taker taker = new Taker(30);
        assertThat(budget.hasWaiters()).isTrue();
        budget.give(20);
        assertThat(taker.result).isNotDone();
        budget.give(10);
        assertThat(taker.get()).isTrue();
        assertThat(budget.usedBytes()).isEqualTo(100);
        assertThat(budget.hasWaiters()).isFalse();
    }

    @Test
    void take_manyWaiters_areServedInTheirOrder() throws Exception {
        assertThat(budget.tryTake(100)).isTrue();
        Taker large = new Taker(80);
        Taker small = new Taker(10);
        CompletableFuture<Void> ready = budget.ready();
        budget.give(50);
        assertThat(large.result).isNotDone();
        assertThat(small.result).as("must not overtake").isNotDone();
        assertThat(budget.tryTake(1)).as("newcomers queue up behind").isFalse();
        budget.give(30);
        assertThat(large.get()).isTrue();
        assertThat(small.result).isNotDone();
        budget.give(20);
        assertThat(small.get()).isTrue();
        assertThat(ready).isCompleted();
        assertThat(budget.usedBytes()).isEqualTo(90);
    }

    @Test
    void take_timeOver_leavesTheQueueAndTakesNothing() throws Exception {
        assertThat(budget.tryTake(90)).isTrue();
        assertThat(budget.take(20, 1)).isFalse();
        assertThat(budget.usedBytes()).isEqualTo(90);
        assertThat(budget.tryTake(10)).isTrue();
    }

    @Test
    void take_interrupted_leavesTheQueueAndLetsOthersThrough() throws Exception {
        assertThat(budget.tryTake(90)).isTrue();
        Taker large = new Taker(50);
        Taker small = new Taker(10);
        large.thread.interrupt();
        assertThatThrownBy(large::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(small.get()).isTrue();
        assertThat(budget.usedBytes()).isEqualTo(100);
    }

    @Test
    void ready_room_isComplete() {
        assertThat(budget.ready()).isCompleted();
        assertThat(budget.usedBytes()).isZero();
    }

    @Test
    void ready_noRoom_completesWhenThereIsSome() {
        assertThat(budget.tryTake(100)).isTrue();
        List<CompletableFuture<Void>> ready = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ready.add(budget.ready());
        }
        assertThat(ready.get(0)).isNotDone();
        budget.give(1);
        assertThat(ready).allSatisfy(f -> assertThat(f).isCompleted());
        assertThat(budget.usedBytes()).isEqualTo(99);
    }

    @Test
    void constructor_noBytes_refuses() {
        assertThatThrownBy(() -> new ByteBudget(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }

    @Test
    void ready_littleRoom_waitsForASixtyFourth() {
        ByteBudget large = new ByteBudget(6_400);
        assertThat(large.tryTake(6_350)).isTrue();
        CompletableFuture<Void> ready = large.ready();
        assertThat(ready).isNotDone();
        large.give(49);
        assertThat(ready).isNotDone();
        large.give(1);
        assertThat(ready).isCompleted();
        assertThat(large.usedBytes()).isEqualTo(6_300);
    }
}
