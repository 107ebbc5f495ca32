package io.sluice.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SingleTimerTest {
    private final ManualTime time = new ManualTime();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void schedule_again_runsOnce() {
        SingleTimer timer = new SingleTimer(time, runs::incrementAndGet);

        timer.schedule(10);
        timer.schedule(5);
        time.advance(9);
        assertThat(runs).hasValue(0);
        assertThat(timer.isScheduled()).isTrue();

        time.advance(1);
        assertThat(runs).hasValue(1);
        assertThat(timer.isScheduled()).isFalse();
        assertThat(time.waiting()).isZero();
    }

    @Test
    void schedule_inTheTask_runsAgain() {
        SingleTimer[] timer = new SingleTimer[1];
        timer[0] = new SingleTimer(time, () -> {
            if (runs.incrementAndGet() < 3) {
                timer[0].schedule(10);
            }
        });

        timer[0].schedule(10);
        time.advance(100);

        assertThat(runs).hasValue(3);
    }

    @Test
    void schedule_afterATaskThatThrew_runsAgain() {
        SingleTimer timer = new SingleTimer(time, () -> {
            if (runs.incrementAndGet() == 1) {
                throw new IllegalStateException("the first time");
            }
        });

        timer.schedule(10);
        assertThatThrownBy(() -> time.advance(10)).isInstanceOf(IllegalStateException.class);
        timer.schedule(10);
        time.advance(10);

        assertThat(runs).hasValue(2);
    }

    @Test
    void schedule_afterTheTimerThrew_triesAgain() {
        AtomicInteger calls = new AtomicInteger();
        Timer throwsOnce = (task, delayNanos) -> {
            if (calls.incrementAndGet() == 1) {
                throw new OutOfMemoryError("no room for the task");
            }
            return time.schedule(task, delayNanos);
        };
        SingleTimer timer = new SingleTimer(throwsOnce, runs::incrementAndGet);

        assertThatThrownBy(() -> timer.schedule(10)).isInstanceOf(OutOfMemoryError.class);
        assertThat(timer.isScheduled()).isFalse();
        timer.schedule(10);
        time.advance(10);

        assertThat(runs).hasValue(1);
    }

    @Test
    void cancel_beforeItsTime_keepsTheTaskFromRunning() {
        SingleTimer timer = new SingleTimer(time, runs::incrementAndGet);

        timer.schedule(10);
        timer.cancel();
        time.advance(100);

        assertThat(runs).hasValue(0);
    }
}
