package io.sluice.internal.settings;

import io.sluice.Backpressure;
import java.time.Duration;

/** The values of {@link Settings#BACKPRESSURE}. */
public enum BackpressureMode {
    BLOCK,
    FAIL,
    UNBOUNDED;

    /** @param max how long {@link #BLOCK} waits; the others do not wait */
    public Backpressure waiting(Duration max) {
        return switch (this) {
            case BLOCK -> Backpressure.block(max);
            case FAIL -> Backpressure.fail();
            case UNBOUNDED -> Backpressure.unbounded();
        };
    }
}
