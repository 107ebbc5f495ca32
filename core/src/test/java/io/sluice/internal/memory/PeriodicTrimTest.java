package io.sluice.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeriodicTrimTest {
    private static final long PERIOD_NANOS = 1_000;
    private static final int MAX_FREE = 100;

    private final ManualTime time = new ManualTime();
    private final PooledBlockAllocator allocator = new PooledBlockAllocator(10, MAX_FREE);
    private final PeriodicTrim trim = PeriodicTrim.start(allocator, time, PERIOD_NANOS);

    /** Has this many blocks out at once, then none. */
    private void burst(int blocks) {
        List<Block> out = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            out.add(allocator.allocate());
        }
        out.forEach(allocator::release);
    }

    @Test
    void trim_idlePool_isEmptyAfterTwoPeriods() {
        burst(MAX_FREE);

        time.advance(PERIOD_NANOS);
        assertThat(allocator.blocksFree()).isEqualTo(MAX_FREE);

        time.advance(PERIOD_NANOS);
        assertThat(allocator.blocksFree()).isZero();
        assertThat(allocator.blocksInUse()).isZero();
    }

    @Test
    void trim_blocksNeededOnceAPeriod_stay() {
        burst(MAX_FREE);
        for (int i = 0; i < 10; i++) {
            burst(MAX_FREE);
            time.advance(PERIOD_NANOS);
        }
        assertThat(allocator.blocksFree()).isEqualTo(MAX_FREE);
    }

    @Test
    void trim_someNeeded_keepsThose() {
        burst(MAX_FREE);
        for (int i = 0; i < 3; i++) {
            time.advance(PERIOD_NANOS);
            burst(30);
        }
        assertThat(allocator.blocksFree()).isEqualTo(30);
    }

    @Test
    void trim_blocksOut_areNotTouched() {
        Block block = allocator.allocate();
        time.advance(5 * PERIOD_NANOS);
        assertThat(allocator.blocksInUse()).isOne();

        allocator.release(block);
        assertThat(allocator.allocate()).isSameAs(block);
    }

    @Test
    void cancel_running_endsTheTimer() {
        burst(MAX_FREE);
        trim.cancel();
        trim.cancel();

        assertThat(time.waiting()).isZero();
        time.advance(5 * PERIOD_NANOS);
        assertThat(allocator.blocksFree()).isEqualTo(MAX_FREE);
    }

    @Test
    void cancel_whileATrimBegins_endsTheTimer() {
        List<Runnable> tasks = new ArrayList<>();
        PeriodicTrim late = PeriodicTrim.start(
                allocator,
                (task, delayNanos) -> {
                    tasks.add(task);
                    return () -> {};
                },
                PERIOD_NANOS);
        late.cancel();

        tasks.get(0).run();

        assertThat(tasks).hasSize(1);
    }

    @Test
    void start_noPeriod_refuses() {
        assertThatThrownBy(() -> PeriodicTrim.start(allocator, time, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("periodNanos 0");
    }
}
