package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is served and who is not yet, under ADAPTIVE; the test's thread stands for all that wait. */
class PermitsTest {
    private static final int CONNECTIONS = 3;

    private final ManualTime time = new ManualTime();
    private final Slots<FakeConnection> slots = new Slots<>(new PoolSettings.Size(0, CONNECTIONS, 1), entry -> {});
    private final HandoffQueue<FakeConnection> queue = new HandoffQueue<>(100);
    private final Permits<FakeConnection> permits = new Permits<>(
            slots, queue, Fairness.ADAPTIVE, 1, new PoolParts(time, time, new ConnectLimit(1), new Lanes(1)));
    private final List<Entry<FakeConnection>> held = new ArrayList<>();

    PermitsTest() {
        for (int index = 0; index < CONNECTIONS; index++) {
            slots.open(new Entry<>(
                    new FakeConnection(0), slots.slot(index), new Entry.Place(index, 0, 0, 0), permits::release));
            slots.include(index);
            held.add(taken());
        }
    }

    private Entry<FakeConnection> taken() {
        Entry<FakeConnection> entry = permits.tryTake();
        if (entry == null) {
            throw new AssertionError("no permit is to be had");
        }
        return entry;
    }

    private Waiter<FakeConnection> waiting() {
        Waiter<FakeConnection> waiter = Waiter.thread(entry -> entry);
        assertThat(queue.add(waiter)).isTrue();
        permits.added(waiter);
        return waiter;
    }

    /** What a thread does that has been served and is awake. */
    private Entry<FakeConnection> wakeUp(Waiter<FakeConnection> served) throws InterruptedException {
        Waiter.Outcome<FakeConnection> outcome = permits.await(served, 0);
        if (outcome == null || outcome.entry() == null) {
            throw new AssertionError("not served");
        }
        return outcome.entry();
    }

    @Test
    void released_manyAtOnce_noMoreWakeUpThanMay() throws Exception {
        Waiter<FakeConnection> first = waiting();
        Waiter<FakeConnection> second = waiting();
        Waiter<FakeConnection> third = waiting();

        held.forEach(permits::release);

        assertThat(first.isDecided()).isTrue();
        assertThat(second.isDecided())
                .as("a permit is free, but one is waking up")
                .isFalse();
        assertThat(slots.hasFree()).isTrue();

        Entry<FakeConnection> taken = wakeUp(first);
        assertThat(second.isDecided()).as("who is awake serves the next").isTrue();
        assertThat(third.isDecided()).isFalse();

        permits.release(taken);
        permits.release(wakeUp(second));
        permits.release(wakeUp(third));
        assertThat(queue.hasWaiters()).isFalse();
        assertThat(slots.leases(0) + slots.leases(1) + slots.leases(2)).isZero();
    }

    @Test
    void served_withinItsBurst_takesAgainAndThenQueuesUp() throws Exception {
        Waiter<FakeConnection> first = waiting();
        Waiter<FakeConnection> second = waiting();
        permits.release(held.get(0));
        Entry<FakeConnection> mine = wakeUp(first);

        permits.release(mine);
        assertThat(second.isDecided()).as("in the burst of the first").isFalse();
        assertThat(permits.tryTake()).isSameAs(mine);

        time.advance(Permits.BURST_NANOS);
        permits.release(mine);
        assertThat(second.isDecided()).isTrue();
        Waiter<FakeConnection> third = waiting();
        permits.release(held.get(1));
        assertThat(slots.hasFree()).as("the second is waking up").isTrue();
        assertThat(permits.tryTake()).as("free, but others wait").isNull();

        permits.release(wakeUp(second));
        permits.release(wakeUp(third));
        assertThat(permits.tryTake()).as("nobody waits any more").isNotNull();
    }

    @Test
    void releasedInBurst_nobodyComes_handedOverAfterPatienceAndThenAtOnce() throws Exception {
        Waiter<FakeConnection> first = waiting();
        Waiter<FakeConnection> second = waiting();
        permits.release(held.get(0));
        permits.release(wakeUp(first));
        assertThat(second.isDecided()).isFalse();

        time.advance(Permits.PATIENCE_NANOS);
        assertThat(second.isDecided()).isTrue();

        Waiter<FakeConnection> third = waiting();
        permits.release(wakeUp(second));
        assertThat(third.isDecided()).as("no bursts for a while").isTrue();
        permits.release(wakeUp(third));
    }

    @Test
    void interrupted_afterItWasServed_keepsThePermitAndServesTheNext() {
        Waiter<FakeConnection> first = waiting();
        Waiter<FakeConnection> second = waiting();
        held.forEach(permits::release);

        Thread.currentThread().interrupt();
        // Served before it was interrupted, and not asked again: it has its permit.
        assertThat(catchInterrupted(first)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(second.isDecided()).isTrue();
    }

    private boolean catchInterrupted(Waiter<FakeConnection> waiter) {
        try {
            permits.release(wakeUp(waiter));
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
