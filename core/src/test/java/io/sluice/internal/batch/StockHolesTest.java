package io.sluice.internal.batch;

import static io.sluice.internal.locate.Regions.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallQueueTooBigException;
import io.sluice.Ordering;
import io.sluice.internal.batch.BatchSender.Answer;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.flow.RequestWindows;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.retry.RetryPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What HBase's own client gets wrong about a batch (its holes are numbered), in virtual time. */
class StockHolesTest {
    private final DispatcherFixture fixture = new DispatcherFixture();

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    @Test
    void regionThatCannotBeLocated_holdsUpNoOther_S2() {
        assertThat(fixture.locator.locate(TABLE, new byte[] {'a'})).isCompleted();
        fixture.lookup.hold();
        for (int i = 0; i < 100; i++) {
            Filled filled = fixture.dispatch("a" + i, "x" + i);
            fixture.time.run();
            assertThat(filled.future(0)).isCompleted();
            assertThat(filled.future(1)).isNotDone();
        }
        fixture.lookup.answerHeld();
        fixture.time.run();
        assertThat(fixture.counted().acknowledged()).isEqualTo(200);
    }

    /** A queue of three and 150 ms for each of 60 requests, as where the stock client loses 12 of 60. */
    @Test
    void callQueueIsFull_allAreWrittenInTheEnd_S8() {
        assertThat(fixture.locator.preload(TABLE)).isCompleted();
        SlowServer server = new SlowServer();
        SplittableRandom random = new SplittableRandom(8);
        DispatchSettings settings = new DispatchSettings(
                Ordering.NONE,
                1 << 20,
                100,
                new RetryPolicy(
                        16, TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.MILLISECONDS.toNanos(100), random::nextDouble),
                TimeUnit.SECONDS.toNanos(60),
                TimeUnit.SECONDS.toNanos(120),
                100,
                Map.of());
        BatchDispatcher dispatcher = new BatchDispatcher(
                fixture.locator,
                server,
                fixture.time,
                fixture.time,
                fixture.limits,
                RequestWindows.unlimited(),
                new Shares(Long.MAX_VALUE, 1),
                fixture.time,
                null,
                settings,
                fixture.stats);
        List<Filled> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Filled filled = fixture.puts("a" + i);
            all.add(filled);
            dispatcher.dispatch(filled.batch());
        }
        fixture.time.advance(TimeUnit.SECONDS.toNanos(60));
        assertThat(all).allSatisfy(filled -> assertThat(filled.future(0)).isCompleted());
        assertThat(server.refused).isPositive();
    }

    private final class SlowServer implements BatchSender {
        private static final int QUEUE = 3;

        private final Queue<Answer> queue = new ArrayDeque<>();
        private boolean busy;
        private int refused;

        @Override
        public void send(ServerBatch batch, long timeoutNanos, Answer answer) {
            if (queue.size() >= QUEUE) {
                refused++;
                fixture.time.execute(() -> answer.complete(
                        ServerBatchResult.failed(new CallQueueTooBigException("Call queue is full"), false)));
                return;
            }
            queue.add(answer);
            work();
        }

        private void work() {
            if (busy || queue.isEmpty()) {
                return;
            }
            busy = true;
            Answer next = queue.remove();
            var unused = fixture.time.schedule(
                    () -> {
                        busy = false;
                        next.complete(ServerBatchResult.acknowledged());
                        work();
                    },
                    TimeUnit.MILLISECONDS.toNanos(150));
        }
    }
}
