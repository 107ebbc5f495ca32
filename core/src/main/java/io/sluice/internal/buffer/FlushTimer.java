package io.sluice.internal.buffer;

import io.sluice.internal.batch.Batch;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import io.sluice.internal.time.Timer.Cancellable;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Sends the buffer when its oldest mutation has reached an age.
 *
 * <p>One task of the timer serves all batches: it is not cancelled when a batch is sent for another reason, but looks at
 * the batch of its time and, if that is younger, comes back when it would be old enough. A cancelled timer a batch would
 * cost more than the batch when batches are small.
 */
final class FlushTimer {
    private final WriteBuffer buffer;
    private final Timer timer;
    private final Clock clock;
    private final long periodNanos;
    private final Consumer<Batch> send;

    // Who appends the first mutation of a batch and then reads `true` may rely on the task: it sets `false` before it
    // looks at the buffer, so it sees that mutation. Who reads `false` sets the task up.
    private final AtomicBoolean armed = new AtomicBoolean();

    /** @param periodNanos the age; 0 for no timer */
    FlushTimer(WriteBuffer buffer, Timer timer, Clock clock, long periodNanos, Consumer<Batch> send) {
        this.buffer = buffer;
        this.timer = timer;
        this.clock = clock;
        this.periodNanos = periodNanos;
        this.send = send;
    }

    /** To be called after the append of a batch's first mutation, unless that filled it. */
    void begun() {
        if (periodNanos > 0 && !armed.get()) {
            arm(periodNanos);
        }
    }

    private void arm(long delayNanos) {
        if (armed.compareAndSet(false, true)) {
            Cancellable unused = timer.schedule(this::fire, delayNanos);
        }
    }

    private void fire() {
        armed.set(false);
        long now = clock.nanoTime();
        Batch old = buffer.takeBegunUntil(now - periodNanos);
        if (old != null) {
            send.accept(old);
        }
        OptionalLong begun = buffer.activeBegunNanos();
        if (begun.isPresent()) {
            arm(begun.getAsLong() + periodNanos - now);
        }
    }
}
