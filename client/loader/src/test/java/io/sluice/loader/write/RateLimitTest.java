package io.sluice.loader.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimitTest {
    private final AtomicLong clock = new AtomicLong();

    @Test
    void take_manyUnits_takesTheirTime() throws InterruptedException {
        RateLimit limit = new RateLimit(1_000, clock::get, clock::addAndGet);
        for (int i = 0; i < 5_000; i++) {
            limit.take(1);
        }
        // Less one for the last, and at most a tenth of a second of saved capacity.
        assertThat(clock.get()).isBetween(4_800_000_000L, 5_000_000_000L);
    }

    @Test
    void take_afterAPause_doesNotCatchUp() throws InterruptedException {
        RateLimit limit = new RateLimit(100, clock::get, clock::addAndGet);
        clock.addAndGet(60_000_000_000L);
        long start = clock.get();
        for (int i = 0; i < 200; i++) {
            limit.take(1);
        }
        assertThat(clock.get() - start).isBetween(1_800_000_000L, 2_000_000_000L);
    }

    @Test
    void take_withoutLimit_neverWaits() throws InterruptedException {
        RateLimit limit = new RateLimit(0, clock::get, clock::addAndGet);
        limit.take(Long.MAX_VALUE);
        limit.take(Long.MAX_VALUE);
        assertThat(clock.get()).isZero();
    }
}
