package io.sluice.bench.mutator;

import io.sluice.AsyncBufferedMutator;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.bench.mutator.MutatorUnderTest.Setup;
import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.Clock;
import io.sluice.internal.trace.BatchTrace;
import io.sluice.internal.trace.RequestTrace;
import io.sluice.internal.trace.WriteTracer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.mockito.Mockito;

/**
 * Sluice's engine with everything that a connection provides except sockets: copying into blocks, memory budget, region
 * look-up, grouping into requests, settling.
 */
final class StubEngine {
    /** Defaults of a connection. */
    static final long BUDGET_BYTES = 64L << 20;

    private static final int BLOCK_BYTES = 64 << 10;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private static final RequestTrace SILENT = new RequestTrace() {
        @Override
        public Map<String, String> headers() {
            return Map.of();
        }

        @Override
        public void answered(int failures, @Nullable Throwable error) {}
    };

    private final EventLoops loops = EventLoops.create(1);
    private final AsyncBufferedMutator mutator;

    StubEngine(Setup setup) {
        this(setup, new ClientNumbers());
    }

    /** @param numbers records the engine's activity */
    StubEngine(Setup setup, ClientNumbers numbers) {
        CachingRegionLocator locator = new CachingRegionLocator(new FixedRegions());
        locator.preload(FixedRegions.TABLE).join();
        WriteEngine engine = new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                locator,
                setup.stub() == StubKind.MOCKITO ? mocked(sender(setup)) : sender(setup),
                new EventLoopTimer(loops),
                Clock.system(),
                new PooledBlockAllocator(BLOCK_BYTES, (int) (BUDGET_BYTES / BLOCK_BYTES)),
                new ByteBudget(BUDGET_BYTES),
                new Shares(BUDGET_BYTES, 1),
                numbers,
                blocking(setup),
                loops,
                loops::inEventLoop,
                new ConcurrentHashMap<>()));
        mutator = engine.newBuilder(FixedRegions.TABLE, null)
                .setWriteBufferSize(setup.bufferBytes())
                .setMaxMutations(setup.maxMutations())
                .disableWriteBufferPeriodicFlush()
                .build();
    }

    AsyncBufferedMutator mutator() {
        return mutator;
    }

    private BatchSender sender(Setup setup) {
        return switch (setup.answering()) {
            case AT_ONCE -> (request, timeoutNanos, answer) -> answer.complete(ServerBatchResult.acknowledged());
            case BY_NETWORK_THREAD ->
                (request, timeoutNanos, answer) ->
                        loops.execute(() -> answer.complete(ServerBatchResult.acknowledged()));
        };
    }

    /**
     * Blocks the thread of each flush once, after the swap of the buffer and before the first request, when a tracer is
     * called. Blocking in the sender would be wrong: a request that waited for a ticket of the window is sent by the
     * thread that returns one.
     */
    private static @Nullable WriteTracer blocking(Setup setup) {
        return setup.blockMillis() == 0 ? null : () -> new BlockingFlush(setup);
    }

    private record BlockingFlush(Setup setup) implements BatchTrace {
        @Override
        public void appending() {}

        @Override
        public void sent(Flush flush) {
            setup.block();
        }

        @Override
        public void settled(int failures) {}

        @Override
        public RequestTrace request(Request request) {
            return SILENT;
        }
    }

    private static BatchSender mocked(BatchSender sender) {
        BatchSender mock =
                Mockito.mock(BatchSender.class, Mockito.withSettings().stubOnly());
        Mockito.doAnswer(call -> {
                    sender.send(call.getArgument(0), call.getArgument(1), call.getArgument(2));
                    return null;
                })
                .when(mock)
                .send(Mockito.any(), Mockito.anyLong(), Mockito.any());
        return mock;
    }

    /** Fails if a mutation was lost. */
    void close() {
        CloseResult closed = mutator.closeAsync(CLOSE_TIMEOUT).join();
        long failed = mutator.state().failed();
        loops.closeAsync().join();
        if (failed > 0 || !closed.unacknowledged().isEmpty()) {
            throw new IllegalStateException(
                    failed + " mutations failed, " + closed.unacknowledged().size() + " had no answer");
        }
    }
}
