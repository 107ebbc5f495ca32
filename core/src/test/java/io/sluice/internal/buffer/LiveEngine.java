package io.sluice.internal.buffer;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.Configuration;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.locate.MemoryRegionLookup;
import io.sluice.internal.locate.RegionLocation;
import io.sluice.internal.locate.Regions;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A write engine with a thread and a clock of its own, and servers that acknowledge everything unless told otherwise. */
public final class LiveEngine implements AutoCloseable {
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
    private final ScheduledExecutorService network = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "live-engine");
        made.setDaemon(true);
        thread.set(made);
        return made;
    });
    /** Beside the network thread, as in the client: what the program does on that one must not stop the clock. */
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "live-engine-timer");
        made.setDaemon(true);
        return made;
    });

    private volatile Function<ServerBatch, @Nullable ServerBatchResult> script =
            request -> ServerBatchResult.acknowledged();
    private volatile boolean answersWhileSending;
    private final ByteBudget budget;
    private final WriteEngine engine;

    public LiveEngine(long budgetBytes) {
        this(budgetBytes, Regions.table(2, "m"));
    }

    LiveEngine(long budgetBytes, List<RegionLocation> regions) {
        budget = new ByteBudget(budgetBytes);
        MemoryRegionLookup lookup = new MemoryRegionLookup();
        lookup.set(regions);
        Timer timer = new Timer() {
            @Override
            public Cancellable schedule(Runnable task, long delayNanos) {
                ScheduledFuture<?> scheduled = clock.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
                return () -> scheduled.cancel(false);
            }

            @Override
            public Cancellable deadline(Runnable task, long delayNanos) {
                return schedule(() -> new Thread(task, "live-engine-deadline").start(), delayNanos);
            }
        };
        engine = new WriteEngine(new WriteEngine.Parts(
                new Configuration(),
                new CachingRegionLocator(lookup),
                (request, timeoutNanos, answer) -> {
                    ServerBatchResult result = script.apply(request);
                    if (result != null) {
                        network.execute(() -> answer.complete(result));
                        if (answersWhileSending && !onNetworkThread()) {
                            onNetwork(() -> {});
                        }
                    }
                },
                timer,
                Clock.system(),
                new PooledBlockAllocator(1_000, 1_000),
                budget,
                new Shares(budget.limitBytes(), 1),
                new ClientNumbers(),
                null,
                network,
                this::onNetworkThread,
                new ConcurrentHashMap<>()));
    }

    public AsyncBufferedMutatorBuilder builder() {
        return engine.newBuilder(Regions.TABLE, null);
    }

    /** One whose receivers are told by an executor. */
    public AsyncBufferedMutatorBuilder builder(Executor completions) {
        return engine.newBuilder(Regions.TABLE, completions);
    }

    /** What requests are answered from now on; null for no answer. */
    void script(Function<ServerBatch, @Nullable ServerBatchResult> newScript) {
        script = newScript;
    }

    /** Answers nothing from now on. */
    public void hold() {
        script = request -> null;
    }

    /** From now on a request has been answered when the call that sends it returns: the network thread is always faster. */
    void answerWhileSending() {
        answersWhileSending = true;
    }

    private boolean onNetworkThread() {
        return Thread.currentThread().equals(thread.get());
    }

    /** Runs a task on the network thread, after all that is queued there, and waits for it. */
    public void onNetwork(Runnable task) {
        try {
            network.submit(task).get(1, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes that are held now. */
    public long usedBytes() {
        return budget.usedBytes();
    }

    @Override
    public void close() {
        engine.closeAsync().join();
        network.shutdown();
        clock.shutdown();
    }
}
