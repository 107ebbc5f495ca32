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

    /**
     * Parts for pools that begin now.
     *
     * @param maxConnecting of all pools together, positive
     * @param loops number of event loops, positive
     */
    public PoolParts(Timer timer, Clock clock, int maxConnecting, int loops) {
        this(timer, clock, new ConnectLimit(maxConnecting), new EventLoopBalancer(loops));
    }
}
