package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.MutationCallback;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EntryColumnsTest {
    private static final int SLOTS = 256;

    private final EntryColumns columns = new EntryColumns(SLOTS);

    /** Which array it is shows in a receiver that is left there, as none ever is. */
    @Test
    void begin_afterFutures_takesANewArray_afterCallbacksTheOldOne() {
        MutationCallback callback = error -> {};
        columns.begin(SLOTS);
        columns.receivers[0] = callback;
        columns.noteFutures(0);
        columns.receivers[1] = new CompletableFuture<Void>();
        columns.noteFutures(1);
        columns.begin(SLOTS);
        assertThat(columns.isSettled(1)).as("kept").isFalse();

        columns.receivers[0] = new CompletableFuture<Void>();
        columns.noteFutures(0);
        columns.begin(SLOTS);
        assertThat(columns.isSettled(0)).as("new").isTrue();
        assertThat(columns.isSettled(1)).as("new").isTrue();
    }

    @Test
    void begin_afterEntriesThatWereSent_saysOfNoneThatItWas() {
        Arrays.fill(columns.exposures, EntryColumns.MAYBE_APPLIED);
        columns.begin(SLOTS - 1);
        assertThat(Arrays.copyOf(columns.exposures, SLOTS - 1)).containsOnly(EntryColumns.NEVER_SENT);
        assertThat(columns.exposures[SLOTS - 1]).as("not one of them").isEqualTo(EntryColumns.MAYBE_APPLIED);
    }

    @Test
    void begin_withMoreEntriesThanBefore_hasRoomForThem() {
        columns.begin(1);
        columns.receivers[0] = (MutationCallback) error -> {};
        columns.noteFutures(0);
        columns.begin(SLOTS);
        columns.receivers[SLOTS - 1] = (MutationCallback) error -> {};
        columns.noteFutures(SLOTS - 1);
        assertThat(columns.takeReceiver(SLOTS - 1)).isNotNull();
        assertThat(columns.isSettled(SLOTS - 1)).isTrue();
    }
}
