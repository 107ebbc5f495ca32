package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CloseResult;
import io.sluice.DoNotRetryIOException;
import io.sluice.FlushResult;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A flush and a close count each mutation, however early its outcome comes and however late its receiver is notified. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FlushCountsTest {
    private final LiveEngine engine = new LiveEngine(1 << 20);
    /** What an executor that runs nothing was given. */
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /** The second mutation of each request fails. */
    private static ServerBatchResult secondFails(ServerBatch request) {
        Throwable[] errors = new Throwable[request.mutationCount()];
        if (errors.length > 1) {
            errors[1] = new DoNotRetryIOException("the second one");
        }
        return ServerBatchResult.answered(errors);
    }

    /** With the regions known, a flush sends on its own thread. */
    @BeforeEach
    void locate() throws Exception {
        try (AsyncBufferedMutator first = engine.builder().build()) {
            first.mutate(List.of(put("a")));
            assertThat(first.flush(EngineFixture.TOO_LONG).acked()).isEqualTo(1);
        }
        engine.script(FlushCountsTest::secondFails);
    }

    @AfterEach
    void end() {
        waiting.forEach(Runnable::run);
        engine.close();
    }

    /** Three mutations of one region. */
    private static void writeThree(AsyncBufferedMutator mutator) {
        mutator.mutate(List.of(put("a"), put("b"), put("c")));
    }

    /** A mutator of which three mutations were answered; their receivers are notified by these tasks. */
    private AsyncBufferedMutator answeredButNotNotified(Queue<Runnable> tasks) {
        AsyncBufferedMutator mutator = engine.builder(tasks::add).build();
        writeThree(mutator);
        mutator.flush();
        engine.onNetwork(() -> {});
        return mutator;
    }

    private static void assertCounts(FlushResult result, long acked, long failed, long pending) {
        assertThat(result).isEqualTo(new FlushResult(acked, failed, pending, result.took()));
    }

    @Test
    void flush_answeredBeforeItReturnsFromSending_countsAll() throws Exception {
        engine.answerWhileSending();
        AsyncBufferedMutator mutator = engine.builder().build();
        writeThree(mutator);
        assertCounts(mutator.flushAsync().get(1, TimeUnit.MINUTES), 2, 1, 0);
        writeThree(mutator);
        assertCounts(mutator.flush(Duration.ofMinutes(1)), 2, 1, 0);
        assertCounts(mutator.flushAsync().get(1, TimeUnit.MINUTES), 0, 0, 0);
    }

    @Test
    void close_answeredBeforeItReturnsFromSending_countsAll() throws Exception {
        engine.answerWhileSending();
        AsyncBufferedMutator mutator = engine.builder().build();
        writeThree(mutator);
        assertThat(mutator.closeAsync(Duration.ofMinutes(1)).get(1, TimeUnit.MINUTES))
                .isEqualTo(new CloseResult(2, 1, List.of()));
    }

    @Test
    void flushAndClose_receiversOfAnEarlierBatchNotifiedWhileSending_countThem() throws Exception {
        for (boolean closes : new boolean[] {false, true}) {
            Queue<Runnable> held = new ConcurrentLinkedQueue<>();
            AsyncBufferedMutator mutator = answeredButNotNotified(held);
            // Known outcomes, whose receivers are notified while the next request is sent.
            engine.script(request -> {
                held.forEach(Runnable::run);
                return secondFails(request);
            });
            writeThree(mutator);
            if (closes) {
                assertThat(mutator.closeAsync(Duration.ofMillis(100)).get(1, TimeUnit.MINUTES))
                        .isEqualTo(new CloseResult(4, 2, List.of()));
            } else {
                assertCounts(mutator.flush(Duration.ofMillis(100)), 2, 1, 3);
                held.forEach(Runnable::run);
                assertCounts(mutator.flush(Duration.ofMinutes(1)), 0, 0, 0);
                mutator.close();
            }
            engine.script(FlushCountsTest::secondFails);
        }
    }

    @Test
    void flush_outcomesKnownButNotNotified_arePending() throws Exception {
        AsyncBufferedMutator mutator = answeredButNotNotified(waiting);
        assertThat(waiting).isNotEmpty();
        assertCounts(mutator.flush(Duration.ofMillis(1)), 0, 0, 3);
        CompletableFuture<FlushResult> flushed = mutator.flushAsync();
        waiting.forEach(Runnable::run);
        assertCounts(flushed.get(1, TimeUnit.MINUTES), 2, 1, 0);
    }

    @Test
    void close_outcomesKnownButNotNotified_areCounted() throws Exception {
        AsyncBufferedMutator mutator = answeredButNotNotified(waiting);
        assertThat(mutator.closeAsync(Duration.ofMillis(1)).get(1, TimeUnit.MINUTES))
                .isEqualTo(new CloseResult(2, 1, List.of()));
    }
}
