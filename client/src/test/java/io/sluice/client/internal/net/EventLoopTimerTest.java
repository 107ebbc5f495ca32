package io.sluice.client.internal.net;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.sluice.internal.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventLoopTimerTest {
    private static final long LIMIT_SECONDS = 30;

    private final EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoops loops = EventLoops.of(group, NioSocketChannel.class);
    private final EventLoopTimer timer = new EventLoopTimer(loops);
    private final CompletableFuture<Boolean> ranOnLoop = new CompletableFuture<>();

    @AfterEach
    void endAll() {
        timer.close();
        endLoops();
    }

    private void endLoops() {
        group.shutdownGracefully(0, 1, SECONDS).syncUninterruptibly();
    }

    private void run() {
        ranOnLoop.complete(loops.inEventLoop());
    }

    @Test
    void schedule_loopsAlive_runsOnOne() throws Exception {
        Timer.Cancellable unused = timer.schedule(this::run, MILLISECONDS.toNanos(1));
        assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isTrue();
    }

    @Test
    void schedule_atOnce_runsOnALoopAndNotInsideTheCall() throws Exception {
        CountDownLatch returned = new CountDownLatch(1);
        Timer.Cancellable unused = timer.schedule(
                () -> {
                    try {
                        returned.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    run();
                },
                0);
        returned.countDown();
        assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isTrue();
    }

    @Test
    void schedule_loopsEndBeforeItsTime_runsAllTheSame() throws Exception {
        Timer.Cancellable unused = timer.schedule(this::run, MILLISECONDS.toNanos(300));
        endLoops();
        assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isFalse();
    }

    @Test
    void schedule_loopsHaveEnded_runsAllTheSame() throws Exception {
        endLoops();
        Timer.Cancellable unused = timer.schedule(this::run, MILLISECONDS.toNanos(1));
        assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isFalse();
    }

    @Test
    void schedule_timerIsClosed_isNotRejected() throws Exception {
        timer.close();
        Timer.Cancellable unused = timer.schedule(this::run, MILLISECONDS.toNanos(1));
        assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isNotNull();
    }

    @Test
    void deadline_callbacksBlockAllThreads_runs() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        Runnable block = () -> {
            try {
                blocked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try {
            Timer.Cancellable unused = timer.schedule(block, 0);
            for (int i = 0; i < 20; i++) {
                unused = timer.deadline(block, 0);
            }
            unused = timer.deadline(this::run, MILLISECONDS.toNanos(1));
            assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isFalse();
        } finally {
            blocked.countDown();
        }
    }

    @Test
    void deadline_noThreadCanBeStarted_runsOnALoop() throws Exception {
        try (EventLoopTimer poor = new EventLoopTimer(loops, EventLoopTimerTest::withoutMemory)) {
            Timer.Cancellable unused = poor.deadline(this::run, MILLISECONDS.toNanos(1));
            assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isTrue();
        }
    }

    // In place of a thread whose start() fails: since JDK 21 a pool does not call an overridden start().
    private static Thread withoutMemory(Runnable task) {
        throw new OutOfMemoryError("unable to create native thread");
    }

    @Test
    void cancel_beforeItsTime_keepsTheTaskFromRunning() throws Exception {
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        Timer.Cancellable task = timer.schedule(() -> cancelled.complete(null), MILLISECONDS.toNanos(200));
        Timer.Cancellable deadline = timer.deadline(() -> cancelled.complete(null), MILLISECONDS.toNanos(200));
        task.cancel();
        deadline.cancel();
        // Later than both.
        Timer.Cancellable unused = timer.schedule(this::run, MILLISECONDS.toNanos(300));
        assertThat(ranOnLoop.get(LIMIT_SECONDS, SECONDS)).isTrue();
        assertThat(cancelled).isNotDone();
    }
}
