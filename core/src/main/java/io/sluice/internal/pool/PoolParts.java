package io.sluice.internal.pool;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;

/**
 * What pools share.
 *
 * @param timer runs timeouts and upkeep
 * @param connects how many connections may be on their way in all
 * @param lanes where connections go
 */
public record PoolParts(Timer timer, Clock clock, ConnectLimit connects, Lanes lanes) {

    /** Parts without a limit on connects in all. */
    public static PoolParts of(Timer timer, Clock clock, int lanes) {
        return new PoolParts(timer, clock, new ConnectLimit(Integer.MAX_VALUE), new Lanes(lanes));
    }
}
