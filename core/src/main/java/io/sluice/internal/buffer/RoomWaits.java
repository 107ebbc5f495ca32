package io.sluice.internal.buffer;

import io.sluice.BackpressureEvent;
import io.sluice.TableName;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.jfr.JfrAdmissionWait;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.metrics.TableNumbers;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells listeners, numbers and the flight recorder of threads that wait in {@code mutate}. */
final class RoomWaits {
    private static final int LARGEST = 3;

    private final WriteEngine engine;
    private final TableName table;
    private final Listeners listeners;
    private final TableNumbers numbers;

    RoomWaits(WriteEngine engine, TableName table, Account account) {
        this.engine = engine;
        this.table = table;
        listeners = account.listeners();
        numbers = account.numbers();
    }

    /** What a thread waits for. */
    enum Kind {
        BUDGET("budget"),
        SHARE("share"),
        CLOCK("clock");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /** One wait; the waiting thread's, which closes it. */
    final class Wait implements AutoCloseable {
        private final long beganNanos = engine.parts().clock().nanoTime();
        private final @Nullable JfrAdmissionWait event;
        private boolean admitted;

        private Wait(@Nullable JfrAdmissionWait event) {
            this.event = event;
        }

        /** What was waited for is there. */
        void admitted() {
            admitted = true;
        }

        @Override
        public void close() {
            ByteBudget budget = engine.parts().budget();
            if (event != null) {
                event.ended(admitted, budget.usedBytes(), budget.limitBytes());
            }
            long waitedNanos = engine.parts().clock().nanoTime() - beganNanos;
            numbers.waitedForRoom(waitedNanos);
            tell(false, waitedNanos);
        }
    }

    /**
     * The calling thread begins to wait.
     *
     * @param bytes that it wants of the budget, or 0
     */
    Wait begin(Kind kind, long bytes) {
        JfrAdmissionWait event =
                Jfr.recordsAdmissionWaits() ? JfrAdmissionWait.begun(table.toString(), kind.word, bytes) : null;
        tell(true, 0);
        return new Wait(event);
    }

    private void tell(boolean entered, long waitedNanos) {
        if (listeners.isEmpty()) {
            return;
        }
        ByteBudget budget = engine.parts().budget();
        List<BackpressureEvent.Holder> largest = engine.shares().largest(LARGEST).stream()
                .map(most -> new BackpressureEvent.Holder(most.place().toString(), most.bytes()))
                .toList();
        BackpressureEvent event = new BackpressureEvent(
                table, entered, Duration.ofNanos(waitedNanos), budget.usedBytes(), budget.limitBytes(), largest);
        listeners.tell(listener -> listener.onBackpressure(event));
    }
}
