package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.pool.Slots.Slot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which permit is found, wherever the calling thread looks first, and that none is lost. */
class SlotsTest {
    private static final int MAX = 5;

    private final List<Slot<FakeConnection>> drained = new ArrayList<>();
    private final Slots<FakeConnection> slots = new Slots<>(new PoolSettings.Size(0, MAX, 1), drained::add);
    private final List<Slot<FakeConnection>> opened = new ArrayList<>();

    @BeforeEach
    void open() {
        for (int i = 0; i < MAX; i++) {
            opened.add(open(slots));
        }
    }

    /** Opens a slot, in the first place that has none. */
    private static Slot<FakeConnection> open(Slots<FakeConnection> all) {
        Slot<FakeConnection> slot = new Slot<>(new FakeConnection(0), 0, 0, 0, all::free);
        all.add(slot);
        return slot;
    }

    /** Has the calling thread try this place first. */
    private static void lookFirst(Slots<FakeConnection> all, int place) {
        all.affinity().remember(all.affinity().cell(), place);
    }

    private Slot<FakeConnection> taken() {
        Slot<FakeConnection> slot = slots.take();
        if (slot == null) {
            throw new AssertionError("no permit is to be had");
        }
        return slot;
    }

    @Test
    void take_untilNoneIsLeft_givesEachOnce() {
        Set<Slot<FakeConnection>> all = new HashSet<>();
        for (int i = 0; i < MAX; i++) {
            all.add(taken());
        }
        assertThat(all).hasSize(MAX);
        assertThat(slots.take()).isNull();
        assertThat(slots.hasFree()).isFalse();
    }

    @Test
    void take_oneIsFree_foundFromEveryPlace() {
        for (int i = 0; i < MAX; i++) {
            taken();
        }
        for (int home = 0; home < MAX; home++) {
            for (Slot<FakeConnection> free : opened) {
                lookFirst(slots, home);
                slots.free(free);
                assertThat(slots.take()).isSameAs(free);
            }
        }
    }

    @Test
    void take_onlyFewPlacesWereEverOpen_foundFromAPlaceBehindThem() {
        Slots<FakeConnection> few = new Slots<>(new PoolSettings.Size(0, MAX, 1), drained::add);
        Slot<FakeConnection> only = open(few);
        for (int home = 0; home < MAX; home++) {
            lookFirst(few, home);
            assertThat(few.take()).isSameAs(only);
            few.free(only);
        }
    }

    @Test
    void take_connectionIsGone_goesOnAndGivesItsPermitBack() {
        lookFirst(slots, 2);
        opened.get(2).connection().close();

        assertThat(taken()).isNotSameAs(opened.get(2));
        assertThat(opened.get(2).leases()).isZero();
    }

    @Test
    void take_severalLeasesEachAndTheConnectionIsGone_givesNone() {
        Slots<FakeConnection> shared = new Slots<>(new PoolSettings.Size(0, 1, 2), drained::add);
        open(shared).connection().close();

        assertThat(shared.take()).isNull();
    }

    @Test
    void free_twice_throwsAndChangesNothing() {
        Slot<FakeConnection> slot = taken();
        slots.free(slot);
        assertThatThrownBy(() -> slots.free(slot)).isInstanceOf(IllegalStateException.class);

        assertThat(slot.leases()).isZero();
        assertThat(slot.uses()).isEqualTo(1);
        assertThat(taken()).as("still open").isSameAs(slot);
    }

    @Test
    void free_placeHasAnotherConnectionNow_throwsAndTheUsesOfBothAreCounted() {
        Slot<FakeConnection> old = opened.get(1);
        lookFirst(slots, 1);
        assertThat(taken()).isSameAs(old);
        assertThat(old.close()).as("unused").isFalse();
        slots.free(old);
        assertThat(drained).containsExactly(old);
        slots.remove(old);
        Slot<FakeConnection> next = open(slots);
        lookFirst(slots, 1);
        assertThat(taken()).isSameAs(next);

        assertThatThrownBy(() -> slots.free(old)).isInstanceOf(IllegalStateException.class);
        assertThat(next.leases()).isEqualTo(1);
        assertThat(slots.uses()).isEqualTo(2);
    }

    @Test
    void closed_isThereUntilItIsRemoved_butGivesNoLease() {
        Slots<FakeConnection> one = new Slots<>(new PoolSettings.Size(0, 1, 2), drained::add);
        Slot<FakeConnection> slot = open(one);

        assertThat(slot.close()).as("unused").isTrue();

        assertThat(one.all()).containsExactly(slot);
        assertThat(one.take()).isNull();
        assertThat(one.hasFree()).isFalse();
        assertThat(slot.tryLeaseIdle()).isFalse();
        one.remove(slot);
        assertThat(one.all()).isEmpty();
    }
}
