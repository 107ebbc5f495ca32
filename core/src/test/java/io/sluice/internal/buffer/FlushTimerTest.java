package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * That the timer does nothing when something else was faster: what four of the cases of HBase's
 * {@code TestAsyncBufferMutator} ask of HBase's implementation by looking into it. The other six run against ours as they
 * are, see {@code HBasesOwnTestsIT}.
 */
class FlushTimerTest {
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EngineFixture fixture = new EngineFixture();
    private final AsyncBufferedMutator mutator = fixture.builder()
            .setWriteBufferPeriodicFlush(PERIOD_NANOS, TimeUnit.NANOSECONDS)
            .setMaxMutations(3)
            .build();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    /** One request has been sent; the timer's time passes, and no second one follows. */
    private void assertTimerDoesNothing() {
        assertThat(fixture.sender.sent()).hasSize(1);
        fixture.time.advance(3 * PERIOD_NANOS);
        assertThat(fixture.sender.sent()).hasSize(1);
        assertThat(fixture.time.waiting()).as("tasks that wait").isZero();
    }

    @Test
    void period_afterTheBufferWasFull_sendsNothing() {
        CompletableFuture<Void> first = mutator.mutate(put("a"));
        fixture.time.advance(PERIOD_NANOS / 2);
        assertThat(first).isNotDone();
        var second = mutator.mutate(put("b"));
        var third = mutator.mutate(put("c"));
        fixture.time.run();
        assertThat(CompletableFuture.allOf(first, second, third)).isCompleted();
        assertTimerDoesNothing();
    }

    @Test
    void period_afterAFlush_sendsNothing() {
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        fixture.time.advance(PERIOD_NANOS / 2);
        mutator.flush();
        fixture.time.run();
        assertThat(future).isCompleted();
        assertTimerDoesNothing();
    }

    @Test
    void period_afterAClose_sendsNothing() {
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        fixture.time.advance(PERIOD_NANOS / 2);
        var closed = mutator.closeAsync(Duration.ofMinutes(1));
        fixture.time.run();
        assertThat(future).isCompleted();
        assertThat(closed).isCompleted();
        assertTimerDoesNothing();
    }

    @Test
    void period_whileAnotherThreadFlushes_sendsOnceOnly() throws InterruptedException {
        int rounds = 300;
        for (int round = 1; round <= rounds; round++) {
            CompletableFuture<Void> future = mutator.mutate(put("a"));
            Thread flushing = new Thread(mutator::flush);
            flushing.start();
            fixture.time.advance(PERIOD_NANOS);
            flushing.join(60_000);
            fixture.time.run();
            assertThat(future).isCompleted();
            assertThat(fixture.sender.sent()).hasSize(round);
        }
    }
}
