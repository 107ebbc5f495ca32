package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.MutationCallback;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EntryColumnsTest {
    private static final int SLOTS = 256;
    private static final int SAMPLE = 32;

    private final EntryColumns columns = new EntryColumns(SLOTS);

    private static List<Integer> noting(EntryColumns columns) {
        List<Integer> slots = new ArrayList<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            if (((slot + columns.sampleSalt()) & columns.sampleMask()) == 0) {
                slots.add(slot);
            }
        }
        return slots;
    }

    @Test
    void asTheyAre_noEntryNotesItsTime() {
        assertThat(noting(columns)).isEmpty();
        for (int slot = 0; slot < SLOTS; slot++) {
            assertThat(columns.acceptedNanos(slot)).isEqualTo(EntryColumns.NOT_NOTED);
        }
    }

    @Test
    void sampled_oneEntryIn32_keepsItsTime() {
        for (int use = 0; use < 200; use++) {
            columns.begin(SLOTS, true);
            List<Integer> noting = noting(columns);
            assertThat(noting).hasSize(SLOTS / SAMPLE);
            for (int slot : noting) {
                columns.accepted(slot, 1_000 + slot);
            }
            for (int slot = 0; slot < SLOTS; slot++) {
                assertThat(columns.acceptedNanos(slot))
                        .isEqualTo(noting.contains(slot) ? 1_000 + slot : EntryColumns.NOT_NOTED);
            }
        }
        columns.begin(SLOTS, false);
        assertThat(noting(columns)).as("used by a batch that is not timed").isEmpty();
        assertThat(columns.acceptedNanos(0)).isEqualTo(EntryColumns.NOT_NOTED);
    }

    /** Entries that are tried again are the slowest: their times must not get lost. */
    @Test
    void copy_ofSomeEntries_keepsTheirTimes() {
        columns.begin(SLOTS, true);
        noting(columns).forEach(slot -> columns.accepted(slot, 1_000 + slot));
        EntryColumns copy = new EntryColumns(SLOTS / 2);
        for (int slot = 0; slot < SLOTS / 2; slot++) {
            copy.copy(slot, columns, 2 * slot + 1, slot);
        }
        for (int slot = 0; slot < SLOTS / 2; slot++) {
            assertThat(copy.acceptedNanos(slot)).isEqualTo(columns.acceptedNanos(2 * slot + 1));
        }
    }

    /** Which array it is shows in a receiver that is left there, as none ever is. */
    @Test
    void begin_afterFutures_takesANewArray_afterCallbacksTheOldOne() {
        MutationCallback callback = error -> {};
        columns.begin(SLOTS, false);
        columns.receivers[0] = callback;
        columns.noteFutures(0);
        columns.receivers[1] = new CompletableFuture<Void>();
        columns.noteFutures(1);
        columns.begin(SLOTS, false);
        assertThat(columns.isSettled(1)).as("kept").isFalse();

        columns.receivers[0] = new CompletableFuture<Void>();
        columns.noteFutures(0);
        columns.begin(SLOTS, false);
        assertThat(columns.isSettled(0)).as("new").isTrue();
        assertThat(columns.isSettled(1)).as("new").isTrue();
    }

    @Test
    void begin_withMoreEntriesThanBefore_hasRoomForThem() {
        columns.begin(1, false);
        columns.receivers[0] = (MutationCallback) error -> {};
        columns.noteFutures(0);
        columns.begin(SLOTS, false);
        columns.receivers[SLOTS - 1] = (MutationCallback) error -> {};
        columns.noteFutures(SLOTS - 1);
        assertThat(columns.takeReceiver(SLOTS - 1)).isNotNull();
        assertThat(columns.isSettled(SLOTS - 1)).isTrue();
    }
}
