package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static io.sluice.internal.locate.Regions.TABLE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CloseResult;
import io.sluice.FlushResult;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.memory.ByteBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One mutation that is refused for long must not keep the budget from all others. */
class StragglersBudgetTest {
    private final EngineFixture fixture = new EngineFixture();
    private boolean busy = true;

    @BeforeEach
    void refuseOneRow() {
        assertThat(fixture.locator.preload(TABLE)).isCompleted();
        fixture.sender.script(this::answer);
    }

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private ServerBatchResult answer(ServerBatch request) {
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        boolean failed = false;
        for (int i = 0; i < errors.length; i++) {
            String row = new String(request.batch().row(request.mutation(i)), ISO_8859_1);
            if (busy && row.equals("busy")) {
                errors[i] = new RegionTooBusyException("memstore is full");
                failed = true;
            }
        }
        return failed ? ServerBatchResult.answered(errors) : ServerBatchResult.acknowledged();
    }

    private AsyncBufferedMutator writeWithOneStraggler(List<CompletableFuture<Void>> futures) {
        AsyncBufferedMutator mutator = fixture.builder()
                .setWriteBufferSize(1 << 20)
                .setRetryPause(100, TimeUnit.MILLISECONDS)
                .build();
        for (int i = 0; i < 60; i++) {
            futures.add(mutator.mutate(put(i == 30 ? "busy" : "row" + i)));
        }
        mutator.flush();
        fixture.time.advance(TimeUnit.SECONDS.toNanos(2));
        assertThat(futures.stream().filter(CompletableFuture::isDone)).hasSize(59);
        return mutator;
    }

    @Test
    void straggler_holdsWhatItNeedsItself() {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        AsyncBufferedMutator mutator = writeWithOneStraggler(futures);
        ByteBudget.Claim claim = fixture.budget.claim(EngineFixture.BUDGET - 500);
        fixture.time.advance(TimeUnit.MILLISECONDS.toNanos(130));
        assertThat(claim.granted()).as("room for all but the straggler").isCompleted();
        claim.leave();
        assertThat(fixture.allocator.blocksInUse()).as("that of its copy").isOne();
        assertThat(fixture.budget.usedBytes()).isBetween(1L, 500L);
        assertThat(mutator.state().pending()).isOne();
        CompletableFuture<FlushResult> flushed = mutator.flushAsync();
        assertThat(flushed).isNotDone();
        busy = false;
        fixture.time.advance(TimeUnit.SECONDS.toNanos(60));
        assertThat(futures.get(30)).isCompleted();
        assertThat(flushed).isCompletedWithValueMatching(result -> result.acked() == 1 && result.failed() == 0);
    }

    @Test
    void straggler_isHandedBackByClose() {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        AsyncBufferedMutator mutator = writeWithOneStraggler(futures);
        CompletableFuture<CloseResult> closed = mutator.closeAsync(Duration.ofMillis(10));
        fixture.time.advance(TimeUnit.SECONDS.toNanos(60));
        assertThat(closed.join().unacknowledged()).hasSize(1);
        assertThat(futures.get(30)).isCompletedExceptionally();
    }
}
