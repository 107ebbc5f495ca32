package io.sluice.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which permit is found, wherever the calling thread looks first, and that none is lost. */
class SlotsTest {
    private static final int MAX = 5;

    private final List<Entry<FakeConnection>> drained = new ArrayList<>();
    private final Slots<FakeConnection> slots = new Slots<>(new PoolSettings.Size(0, MAX, 1), drained::add);
    private final List<Entry<FakeConnection>> entries = new ArrayList<>();

    @BeforeEach
    void open() {
        for (int index = 0; index < MAX; index++) {
            open(index);
        }
    }

    private void open(int index) {
        Entry<FakeConnection> entry = new Entry<>(new FakeConnection(0), slots.slot(index), 0, 0, 0, slots::free);
        slots.open(entry);
        entries.add(entry);
    }

    /** Has the calling thread try this entry first. */
    private static void lookFirst(Slots<FakeConnection> slots, Entry<FakeConnection> entry) {
        slots.affinity().remember(slots.affinity().cell(), entry.slot.index);
    }

    private Entry<FakeConnection> taken() {
        Entry<FakeConnection> entry = slots.take();
        if (entry == null) {
            throw new AssertionError("no permit is to be had");
        }
        return entry;
    }

    @Test
    void take_untilNoneIsLeft_givesEachOnce() {
        Set<Entry<FakeConnection>> all = new HashSet<>();
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
        for (Entry<FakeConnection> home : entries) {
            for (Entry<FakeConnection> free : entries) {
                lookFirst(slots, home);
                slots.free(free);
                assertThat(slots.take()).isSameAs(free);
            }
        }
    }

    @Test
    void take_onlyFewPlacesWereEverOpen_foundFromAPlaceBehindThem() {
        Slots<FakeConnection> few = new Slots<>(new PoolSettings.Size(0, MAX, 1), drained::add);
        Entry<FakeConnection> only = new Entry<>(new FakeConnection(0), few.slot(0), 0, 0, 0, few::free);
        few.open(only);
        for (Entry<FakeConnection> home : entries) {
            lookFirst(few, home);
            assertThat(few.take()).isSameAs(only);
            few.free(only);
        }
    }

    @Test
    void take_connectionIsGone_goesOnAndGivesItsPermitBack() {
        lookFirst(slots, entries.get(2));
        entries.get(2).connection().close();

        assertThat(taken()).isNotSameAs(entries.get(2));
        assertThat(slots.leases(2)).isZero();
    }

    @Test
    void take_severalLeasesEachAndTheConnectionIsGone_givesNone() {
        Slots<FakeConnection> shared = new Slots<>(new PoolSettings.Size(0, 1, 2), drained::add);
        Entry<FakeConnection> gone = new Entry<>(new FakeConnection(0), shared.slot(0), 0, 0, 0, shared::free);
        shared.open(gone);
        gone.connection().close();

        assertThat(shared.take()).isNull();
    }

    @Test
    void free_twice_throwsAndChangesNothing() {
        Entry<FakeConnection> entry = taken();
        slots.free(entry);
        assertThatThrownBy(() -> slots.free(entry)).isInstanceOf(IllegalStateException.class);

        int index = entry.slot.index;
        assertThat(slots.leases(index)).isZero();
        assertThat(slots.uses(index)).isEqualTo(1);
        assertThat(taken()).as("still open").isSameAs(entry);
    }

    @Test
    void free_placeHasAnotherConnectionNow_throws() {
        Entry<FakeConnection> old = entries.get(1);
        lookFirst(slots, old);
        assertThat(taken()).isSameAs(old);
        slots.close(old);
        slots.free(old);
        assertThat(drained).containsExactly(old);
        open(1);
        lookFirst(slots, old);
        Entry<FakeConnection> next = taken();
        assertThat(next).isNotSameAs(old);

        assertThatThrownBy(() -> slots.free(old)).isInstanceOf(IllegalStateException.class);
        assertThat(slots.leases(1)).isEqualTo(1);
    }
}
