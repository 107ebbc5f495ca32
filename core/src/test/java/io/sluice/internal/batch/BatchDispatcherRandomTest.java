package io.sluice.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.CallQueueTooBigException;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.FailedSanityCheckException;
import io.sluice.HBaseIOException;
import io.sluice.NotServingRegionException;
import io.sluice.RegionMovedException;
import io.sluice.RpcThrottlingException;
import io.sluice.internal.batch.Batches.Filled;
import io.sluice.internal.locate.Regions;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many batches against servers that do anything: whatever happens, every future completes once and nothing is kept. */
class BatchDispatcherRandomTest {

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    private final DispatcherFixture fixture = new DispatcherFixture();

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void dispatch_anythingHappens_everyFutureCompletesOnce(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        fixture.sender.script(request -> answer(random, request));
        BatchDispatcher dispatcher = fixture.dispatcher();
        List<Filled> all = new ArrayList<>();
        AtomicInteger completions = new AtomicInteger();
        List<CompletableFuture<Void>> counted = new ArrayList<>();
        long entries = 0;
        for (int i = 0; i < 30; i++) {
            change(random);
            Filled filled = Batches.fill(fixture.allocator, new RandomRows(random).next(1 + random.nextInt(40)));
            filled.futures().forEach(f -> counted.add(f.whenComplete((done, error) -> completions.incrementAndGet())));
            entries += filled.futures().size();
            all.add(filled);
            dispatcher.dispatch(filled.batch());
            fixture.time.advance(random.nextLong(DispatcherFixture.PAUSE * 3));
            if (random.nextInt(4) == 0) {
                Filled given = all.get(random.nextInt(all.size()));
                DispatcherFixture.abandon(dispatcher, given);
            }
        }
        fixture.lookup.failWith(null);
        fixture.lookup.answerHeld();
        fixture.time.advance(DispatcherFixture.OPERATION_TIMEOUT * 3);

        assertThat(counted).allSatisfy(f -> assertThat(f).isDone());
        assertThat(completions.get()).isEqualTo((int) entries);
        assertThat(all).allSatisfy(f -> {
            assertThat(Batches.isSettled(f.batch())).isTrue();
            assertThat(f.batch().pending()).isZero();
        });
        long failed = all.stream()
                .flatMap(f -> f.futures().stream())
                .filter(CompletableFuture::isCompletedExceptionally)
                .count();
        assertThat(fixture.counted().failed()).isEqualTo(failed);
        assertThat(fixture.counted().acknowledged()).isEqualTo(entries - failed);
        assertThat(fixture.counted().acknowledged()).isPositive();
        assertThat(fixture.time.waiting()).isZero();
        fixture.assertAllGivenBack();
    }

    private void change(SplittableRandom random) {
        switch (random.nextInt(8)) {
            case 0 -> fixture.lookup.set(Regions.randomTable(random, random.nextInt(30), 4));
            case 1 -> fixture.lookup.failWith(new IOException("no meta"));
            case 2 -> fixture.lookup.failWith(null);
            case 3 -> fixture.lookup.hold();
            case 4 -> fixture.lookup.answerHeld();
            default -> fixture.lookup.move(Regions.server(random.nextInt(4)), Regions.server(random.nextInt(4)));
        }
    }

    /** An answer now; or, in a third of the cases, later, when the entries may have been given up. */
    private @Nullable ServerBatchResult answer(SplittableRandom random, ServerBatch request) {
        ServerBatchResult result = result(random, request);
        if (random.nextInt(3) > 0) {
            return result;
        }
        int sent = fixture.sender.sent().size() - 1;
        BatchSender.Answer late = fixture.sender.sent().get(sent).answer();
        var unused = fixture.time.schedule(() -> late.complete(result), random.nextLong(DispatcherFixture.RPC_TIMEOUT));
        return null;
    }

    private static ServerBatchResult result(SplittableRandom random, ServerBatch request) {
        int dice = random.nextInt(10);
        if (dice < 4) {
            return ServerBatchResult.acknowledged();
        }
        if (dice < 7) {
            return ServerBatchResult.failed(error(random), random.nextBoolean());
        }
        @Nullable Throwable[] errors = new Throwable[request.mutationCount()];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = random.nextInt(3) == 0 ? error(random) : null;
        }
        return ServerBatchResult.answered(errors);
    }

    private static Throwable error(SplittableRandom random) {
        return switch (random.nextInt(11)) {
            case 0 -> new DoNotRetryIOException("no");
            case 1 -> new NotServingRegionException("gone");
            case 2 -> new RegionMovedException(Regions.server(random.nextInt(4)), random.nextInt(5));
            case 3 -> new ConnectException("refused");
            case 4 -> new CallTimeoutException("late");
            case 5 -> new CallQueueTooBigException("full");
            case 6 -> new RpcThrottlingException("quota", random.nextInt(12_000));
            case 7 -> new FailedSanityCheckException("Requested row out of range");
            case 8 -> new IllegalArgumentException("a bug");
            default -> new HBaseIOException("anything");
        };
    }
}
