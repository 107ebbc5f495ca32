package io.sluice.internal.roworder;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.time.Clock;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class RowClockTest {
    private static final long ROW = 0x1234_5678_9abc_def0L;
    private static final long OTHER = 0x0f1e_2d3c_4b5a_6978L;

    private final Hands hands = new Hands();
    private final RowClock clock = new RowClock(hands);

    /** A clock whose two times a test sets. */
    private static final class Hands implements Clock {
        private long millis = 1_000_000;
        private long nanos = Long.MAX_VALUE - 10;

        void pass(long passedMillis) {
            millis += passedMillis;
            nanos += passedMillis * 1_000_000;
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return millis;
        }
    }

    @Test
    void next_firstOfARow_isTheTime() {
        assertThat(clock.next(ROW)).isEqualTo(1_000_000);
        hands.pass(5);
        assertThat(clock.next(ROW)).isEqualTo(1_000_005);
        assertThat(clock.next(OTHER)).isEqualTo(1_000_005);
    }

    @Test
    void next_sameMilli_goesUpForThatRowOnly() {
        assertThat(clock.next(ROW)).isEqualTo(1_000_000);
        assertThat(clock.next(ROW)).isEqualTo(1_000_001);
        assertThat(clock.next(ROW)).isEqualTo(1_000_002);
        assertThat(clock.next(OTHER)).isEqualTo(1_000_000);
    }

    @Test
    void clockGoesBack_timestampsGoOn() {
        long before = clock.next(ROW);
        hands.millis -= 3_600_000;
        assertThat(clock.next(ROW)).isGreaterThan(before);
        hands.nanos += 7_000_000;
        assertThat(clock.next(OTHER)).as("it goes on by nanoTime").isEqualTo(1_000_007);
    }

    @Test
    void clockGoesForward_timestampsFollow() {
        hands.millis += 3_600_000;
        assertThat(clock.next(ROW)).isEqualTo(4_600_000);
    }

    @Test
    void excess_rowFarAhead_untilTheClockHasCaughtUp() {
        for (int i = 0; i <= 1_000; i++) {
            long unused = clock.next(ROW);
            assertThat(clock.isAhead()).isFalse();
            assertThat(clock.excessMillis(ROW)).isNotPositive();
        }
        long unused = clock.next(ROW);
        assertThat(clock.isAhead()).isTrue();
        assertThat(clock.excessMillis(ROW)).isEqualTo(1);
        assertThat(clock.excessMillis(OTHER)).isNegative();
        assertThat(clock.isAhead()).isTrue();
        hands.pass(1);
        assertThat(clock.excessMillis(ROW)).isNotPositive();
        assertThat(clock.isAhead()).isFalse();
    }

    @Test
    void manyThreads_oneRow_noTimestampTwice() throws InterruptedException {
        RowClock real = new RowClock(Clock.system());
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        Set<Thread> threads = new HashSet<>();
        for (int t = 0; t < 4; t++) {
            threads.add(new Thread(() -> {
                long before = 0;
                for (int i = 0; i < 20_000; i++) {
                    long stamp = real.next(ROW);
                    assertThat(stamp).isGreaterThan(before);
                    before = stamp;
                    seen.add(stamp);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(seen).hasSize(80_000);
    }
}
