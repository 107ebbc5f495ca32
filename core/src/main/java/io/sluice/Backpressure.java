package io.sluice;

import java.time.Duration;
import java.util.Objects;

/** What {@code mutate} does when the connection's memory budget is used up. */
public sealed interface Backpressure {

    /** Waits for room, in order of arrival; if there is none in time, fails with {@link BufferFullException}. */
    static Backpressure block(Duration max) {
        return new Block(max);
    }

    /** Fails at once with {@link BufferFullException}. */
    static Backpressure fail() {
        return new Fail();
    }

    /** Accepts the mutation anyway: HBase's behaviour, bounded only by the heap. */
    static Backpressure unbounded() {
        return new Unbounded();
    }

    /**
     * Waits.
     *
     * @param max how long, not negative
     */
    record Block(Duration max) implements Backpressure {
        public Block {
            Objects.requireNonNull(max, "max");
            if (max.isNegative()) {
                throw new IllegalArgumentException("a negative time to wait for room: " + max);
            }
        }
    }

    /** Fails. */
    record Fail() implements Backpressure {}

    /** Exceeds the limit. */
    record Unbounded() implements Backpressure {}
}
