package io.sluice.internal.pool;

import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;

/**
 * Parts that pools share.
 *
 * @param timer runs timeouts and house keeping
 * @param connects bounds the connects of all pools
 * @param loops spreads connections over event loops
 */
public record PoolParts(Timer timer, Clock clock, ConnectLimit connects, EventLoopBalancer loops) {

    /** Parts without a limit on the connects of all pools. */
    public static PoolParts of(Timer timer, Clock clock, int loops) {
        return new PoolParts(timer, clock, new ConnectLimit(Integer.MAX_VALUE), new EventLoopBalancer(loops));
    }
}
