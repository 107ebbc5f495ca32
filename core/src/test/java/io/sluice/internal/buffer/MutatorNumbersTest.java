package io.sluice.internal.buffer;

import static io.sluice.internal.buffer.EngineFixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.AsyncBufferedMutator;
import io.sluice.Backpressure;
import io.sluice.FlushReason;
import io.sluice.NoSuchColumnFamilyException;
import io.sluice.RegionTooBusyException;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.metrics.Causes;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.HistogramCounts;
import io.sluice.internal.metrics.TableNow;
import io.sluice.internal.metrics.TableNumbers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is counted of a mutator's work, in virtual time. */
class MutatorNumbersTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final EngineFixture fixture = new EngineFixture();
    private final ClientNumbers numbers = fixture.numbers;
    private final TableNumbers table = numbers.table(Regions.TABLE);

    @BeforeEach
    void knowTheRegions() {
        assertThat(fixture.locator.preload(Regions.TABLE)).isCompleted();
    }

    @AfterEach
    void everythingIsGivenBack() {
        fixture.assertAllGivenBack();
    }

    private TableNumbers.Distributions distributions() {
        return Objects.requireNonNull(table.distributions());
    }

    private long accepted() {
        return table.accepted(() -> fixture.engine.buffered(Regions.TABLE));
    }

    @Test
    void mutations_onTheirWay_areCountedOnceEach() {
        numbers.startReading();
        AsyncBufferedMutator mutator =
                fixture.builder().disableWriteBufferPeriodicFlush().build();
        for (int i = 0; i < 20; i++) {
            CompletableFuture<Void> unused = mutator.mutate(put("a" + i));
            assertThat(accepted()).isEqualTo(i + 1);
        }
        assertThat(fixture.engine.tablesNow()).containsOnlyKeys(Regions.TABLE);
        TableNow now = Objects.requireNonNull(fixture.engine.tablesNow().get(Regions.TABLE));
        assertThat(now.buffered()).isEqualTo(20);
        assertThat(now.pending()).isEqualTo(20);
        assertThat(now.bufferedBytes()).isEqualTo(mutator.state().bufferedBytes());

        mutator.flush();
        fixture.time.run();

        assertThat(accepted()).isEqualTo(20);
        assertThat(table.acknowledged.sum()).isEqualTo(20);
        assertThat(table.flushes(FlushReason.EXPLICIT)).isEqualTo(1);
        assertThat(table.flushedBytes.sum()).isEqualTo(now.bufferedBytes()).isEqualTo(table.requestBytes.sum());
        assertThat(table.requests.sum()).isEqualTo(fixture.sender.sent().size());
        assertThat(table.requestMutations.sum()).isEqualTo(20);
        assertThat(distributions().batchMutations().counts().percentile(1)).isEqualTo(20);
        assertThat(fixture.locator.numbers().hits.sum()).isEqualTo(20);
        assertThat(fixture.locator.numbers().misses.sum()).isZero();
        assertThat(fixture.engine.windowStates().values()).isNotEmpty().allSatisfy(windows -> {
            assertThat(windows).containsOnlyKeys(16);
            assertThat(windows.values()).allSatisfy(window -> {
                assertThat(window.inFlight()).isZero();
                assertThat(window.size()).isPositive();
            });
        });
        mutator.close();
        assertThat(accepted()).as("of a mutator that is gone").isEqualTo(20);
        assertThat(fixture.engine.tablesNow()).isEmpty();
    }

    @Test
    void latency_oneIn32_isTheTimeFromAcceptanceToAcknowledgement() {
        numbers.startReading();
        AsyncBufferedMutator mutator =
                fixture.builder().disableWriteBufferPeriodicFlush().build();
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 32; i++) {
                CompletableFuture<Void> unused = mutator.mutate(put("a" + i));
            }
            fixture.time.advance(3 * MILLI);
            mutator.flush();
            fixture.time.run();
        }
        HistogramCounts latency = distributions().latency().counts();
        // Each round is one batch of 32 mutations, of which one is timed.
        assertThat(latency.total()).isEqualTo(100);
        assertThat(latency.percentile(0.01)).isCloseTo(3.0 * MILLI, within(MILLI / 10.0));
        assertThat(latency.percentile(1)).isCloseTo(3.0 * MILLI, within(MILLI / 10.0));
        mutator.close();
    }

    @Test
    void unread_timesNothing() {
        AsyncBufferedMutator mutator = fixture.mutator();
        for (int i = 0; i < 40; i++) {
            CompletableFuture<Void> unused = mutator.mutate(put("a" + i));
        }
        numbers.startReading();
        mutator.flush();
        fixture.time.run();
        assertThat(table.acknowledged.sum()).isEqualTo(40);
        assertThat(distributions().latency().total()).as("accepted before").isZero();
        mutator.close();
    }

    @Test
    void errors_areCountedByCause() {
        RegionTooBusyException busy = new RegionTooBusyException("memstore");
        NoSuchColumnFamilyException missing = new NoSuchColumnFamilyException("no such family");
        fixture.sender.inTurn(
                ServerBatchResult.failed(busy, false),
                ServerBatchResult.failed(busy, false),
                ServerBatchResult.failed(missing, false));
        AsyncBufferedMutator mutator = fixture.mutator();
        CompletableFuture<Void> future = mutator.mutate(put("a"));
        mutator.flush();
        fixture.time.advance(TimeUnit.SECONDS.toNanos(10));

        assertThat(future).isCompletedExceptionally();
        assertThat(table.retried.count("RegionTooBusyException")).isEqualTo(2);
        assertThat(table.failed.count("NoSuchColumnFamilyException")).isEqualTo(1);
        assertThat(Causes.names().stream().mapToLong(name -> table.retried.count(name)))
                .containsOnlyOnce(2L);
        assertThat(Causes.names().stream()
                        .mapToLong(name -> table.failed.count(name))
                        .sum())
                .isEqualTo(mutator.state().failed());
        assertThat(table.requests.sum()).isEqualTo(3);
        mutator.close();
    }

    @Test
    void noRoom_isRejectedAndNotAccepted() {
        fixture.sender.hold();
        AsyncBufferedMutator mutator = fixture.builder()
                .setBackpressure(Backpressure.fail())
                .setCloseTimeout(Duration.ZERO)
                .build();
        int rejected = 0;
        for (int i = 0; i < 20; i++) {
            rejected += mutator.mutate(put("a" + i, 1_000)).isCompletedExceptionally() ? 1 : 0;
        }
        assertThat(rejected).isPositive();
        assertThat(table.rejected.sum()).isEqualTo(rejected);
        assertThat(accepted()).isEqualTo(20 - rejected);
        CompletableFuture<?> closed = mutator.closeAsync(Duration.ZERO);
        fixture.time.advance(TimeUnit.SECONDS.toNanos(1));
        assertThat(closed).isCompleted();
        assertThat(table.failed.count("MutatorClosedException")).isEqualTo(20 - rejected);
        fixture.sender.sent().forEach(sent -> sent.answer().complete(ServerBatchResult.acknowledged()));
        fixture.time.run();
    }
}
