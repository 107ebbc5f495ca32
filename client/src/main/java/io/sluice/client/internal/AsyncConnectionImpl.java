package io.sluice.client.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.TableName;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AuthenticationToken;
import io.sluice.client.ConnectionPoolState;
import io.sluice.client.ConnectionState;
import io.sluice.client.MetricsBinding;
import io.sluice.client.OpenTelemetryTracing;
import io.sluice.client.Registry;
import io.sluice.client.Tracing;
import io.sluice.client.WarmUp;
import io.sluice.client.WarmUpReport;
import io.sluice.client.internal.meta.MetaRegionLookup;
import io.sluice.client.internal.meta.MetaSettings;
import io.sluice.client.internal.metrics.ConnectionMetrics;
import io.sluice.client.internal.net.ConnectionSettings;
import io.sluice.client.internal.net.EventLoopTimer;
import io.sluice.client.internal.net.EventLoops;
import io.sluice.client.internal.net.NettyConnector;
import io.sluice.client.internal.net.RegionServerConnection;
import io.sluice.client.internal.net.RegionServerSender;
import io.sluice.client.internal.registry.ClusterRegistry;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.trace.OpenTelemetryTracer;
import io.sluice.internal.buffer.WriteEngine;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.locate.CachingRegionLocator;
import io.sluice.internal.memory.ByteBudget;
import io.sluice.internal.memory.PooledBlockAllocator;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.settings.UnknownKeys;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.SingleTimer;
import io.sluice.internal.time.StackProbe;
import io.sluice.internal.time.Timer;
import io.sluice.internal.trace.WriteTracer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection: makes its parts, and closes them, those first that use others. */
public final class AsyncConnectionImpl implements AsyncConnection {
    private static final Logger LOG = LoggerFactory.getLogger(AsyncConnectionImpl.class);

    /** One thread encodes and sends faster than a region server accepts; more threads serve several servers. */
    private static final int MAX_IO_THREADS = 8;

    /** After this long, unused free blocks are left to the garbage collector. Longer than usual gaps between bursts. */
    private static final long BLOCK_TRIM_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** How long a close may take after that of the mutators; what has not ended by then ends in the background. */
    private static final long END_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** The stack that a close may need: some 60 calls of the interpreter, and the probe may be compiled. */
    private static final int CLOSE_FRAMES = 200;

    /** Registries have their own deadlines, with better errors; this is a safety net. */
    private static final long OPEN_GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The requests in flight to each server from all connections of the process, which compete for it. */
    private static final ConcurrentMap<ServerName, AtomicInteger> IN_FLIGHT = new ConcurrentHashMap<>();

    private final Configuration configuration;
    private final EventLoops loops;
    private final EventLoopTimer timer;
    private final Clock clock = Clock.system();
    private final ChannelSecurity security;
    private final NettyConnector connector;
    private final ServerPools<RegionServerConnection> pools;
    private final ClusterRegistry registry;
    private final MetaRegionLookup lookup;
    private final CachingRegionLocator locator;
    private final WriteEngine engine;
    private final ClientNumbers numbers = new ClientNumbers();
    private final ConnectionStates states;
    /** Null before the first registry. */
    @GuardedBy("this") private @Nullable ConnectionMetrics metrics;

    private final SingleTimer blockTrim;
    private final ExitReport exitReport;
    private final AtomicReference<@Nullable CompletableFuture<CloseResult>> closing = new AtomicReference<>();

    /**
     * Opens a connection.
     *
     * @return as {@link io.sluice.client.AsyncConnections.Builder#build()} says; if it fails, nothing is left open
     */
    public static CompletableFuture<AsyncConnection> open(ConnectionOptions options) {
        configureRegistry(options.configuration(), options.registry());
        return new AsyncConnectionImpl(options).open();
    }

    /** The builder takes precedence over the configuration files. */
    private static void configureRegistry(Configuration conf, Registry registry) {
        if (registry instanceof Registry.Rpc rpc) {
            conf.set("hbase.client.registry.impl", "RpcConnectionRegistry");
            conf.set("hbase.client.bootstrap.servers", rpc.bootstrapServers());
        } else if (registry instanceof Registry.ZooKeeper zooKeeper) {
            conf.set("hbase.client.registry.impl", "ZKConnectionRegistry");
            conf.unset("hbase.client.zookeeper.quorum");
            conf.set("hbase.zookeeper.quorum", zooKeeper.quorum());
            conf.set("zookeeper.znode.parent", zooKeeper.znodeParent());
        }
    }

    private AsyncConnectionImpl(ConnectionOptions options) {
        configuration = options.configuration();
        // Settings are read before threads are started, so that a bad value leaves none behind.
        ConnectionSettings settings = ConnectionKeys.settings(configuration, options.attributes());
        MetaSettings metaSettings = MetaSettings.from(configuration);
        PoolSettings poolSettings = ConnectionKeys.poolSettings(configuration, options.pool());
        Shares shares = new Shares(options.bufferBudgetBytes(), options.regionShare());
        security = new ChannelSecurity(
                SecurityKeys.settings(configuration, options.credentials(), options.tls(), settings.maxFrameBytes()));
        loops = loops(options.network());
        timer = new EventLoopTimer(loops);
        try {
            connector = new NettyConnector(loops, settings, security, numbers);
            pools = new ServerPools<>(
                    connector::opener,
                    poolSettings,
                    new PoolParts(timer, clock, options.pool().maxConnectingTotal(), loops.count()));
            pools.whenGone(numbers::forgetServer);
            registry = ClusterRegistry.fromConfiguration(configuration, connector.metaService(), timer, clock);
            lookup = new MetaRegionLookup(registry, pools, timer, clock, metaSettings);
            locator = new CachingRegionLocator(lookup, numbers.lookups());
            int blockBytes = WriteEngine.blockBytes(options.blockBytes(), options.bufferBudgetBytes());
            int maxFreeBlocks = (int) Math.min(Integer.MAX_VALUE, options.bufferBudgetBytes() / blockBytes);
            PooledBlockAllocator allocator = new PooledBlockAllocator(blockBytes, maxFreeBlocks);
            ByteBudget budget = new ByteBudget(options.bufferBudgetBytes());
            engine = new WriteEngine(new WriteEngine.Parts(
                    configuration,
                    locator,
                    new RegionServerSender(pools, loops),
                    timer,
                    clock,
                    allocator,
                    budget,
                    shares,
                    numbers,
                    tracer(options.tracing()),
                    loops,
                    loops::inEventLoop,
                    IN_FLIGHT));
            states = new ConnectionStates(engine, budget, shares, allocator, pools, locator, clock);
            exitReport = ExitReport.install(engine::reports);
            blockTrim = new SingleTimer(timer, () -> trim(allocator));
            blockTrim.schedule(BLOCK_TRIM_NANOS);
        } catch (RuntimeException e) {
            timer.close();
            var unused = loops.closeAsync();
            throw e;
        }
    }

    /** Lets the pool of blocks shrink: one that was not needed for a whole period is dropped. */
    private void trim(PooledBlockAllocator allocator) {
        int unused = allocator.trim();
        if (!isClosed()) {
            blockTrim.schedule(BLOCK_TRIM_NANOS);
        }
    }

    private CompletableFuture<AsyncConnection> open() {
        CompletableFuture<AsyncConnection> opened = new CompletableFuture<>();
        long limitNanos = ConnectionKeys.connectTimeoutNanos(configuration) + OPEN_GRACE_NANOS;
        CompletableFuture<ServerName> found = new CompletableFuture<>();
        // Before anything that may throw, so that everything is closed in any case.
        Timer.Cancellable deadline =
                timer.deadline(() -> found.completeExceptionally(notFound(limitNanos)), limitNanos);
        var unusedToo = found.whenComplete((server, error) -> {
            deadline.cancel();
            if (error == null) {
                openedOrClosed(opened, server);
            } else {
                fail(opened, error);
            }
        });
        var unused = security.afterLogin(registry::metaLocation)
                .whenComplete((server, error) -> Completions.complete(found, server, error));
        return opened;
    }

    /**
     * Closes if nobody waits any more: the program has cancelled the future, or given it a timeout of its own.
     *
     * @param meta the server that the first look-up of a region asks; the pool connects to it while the program prepares its first
     *     mutation
     */
    private void openedOrClosed(CompletableFuture<AsyncConnection> opened, ServerName meta) {
        for (String warning : UnknownKeys.warnings(configuration)) {
            LOG.warn(warning);
        }
        if (!opened.complete(this)) {
            var unused = closeAsync(Duration.ZERO);
            return;
        }
        // If it fails, the look-up connects again and reports the error.
        var unused = pools.warmUp(meta, 1, 1);
    }

    /** Fails the future only after everything is closed, so that the caller may retry or exit at once. */
    private void fail(CompletableFuture<AsyncConnection> opened, Throwable error) {
        var unused = shutdown().whenComplete((done, e) -> opened.completeExceptionally(error));
    }

    private RegistryUnavailableException notFound(long limitNanos) {
        return new RegistryUnavailableException(
                "No cluster found in " + TimeUnit.NANOSECONDS.toMillis(limitNanos) + " ms by " + registry.describe());
    }

    private static EventLoops loops(ConnectionOptions.@Nullable NetworkGroup given) {
        return given == null
                ? EventLoops.create(
                        Math.min(MAX_IO_THREADS, Runtime.getRuntime().availableProcessors()))
                : EventLoops.of(given.group(), given.channelType());
    }

    /** Without tracing, OpenTelemetry may not be on the class path, so its classes must not be loaded. */
    private static @Nullable WriteTracer tracer(@Nullable Tracing tracing) {
        return tracing instanceof OpenTelemetryTracing open
                ? new OpenTelemetryTracer(open.openTelemetry(), open.maxLinks())
                : null;
    }

    @Override
    public Configuration getConfiguration() {
        return configuration;
    }

    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName) {
        return newBuilder(tableName, null);
    }

    @Override
    public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName tableName, ExecutorService executor) {
        return newBuilder(tableName, Objects.requireNonNull(executor, "executor"));
    }

    private AsyncBufferedMutatorBuilder newBuilder(TableName tableName, @Nullable Executor completions) {
        Objects.requireNonNull(tableName, "tableName");
        if (isClosed()) {
            throw new IllegalStateException("the connection is closed");
        }
        if (tableName.equals(TableName.META_TABLE_NAME)) {
            throw new IllegalArgumentException("hbase:meta is written by the cluster itself, not by a client");
        }
        return engine.newBuilder(tableName, completions);
    }

    @Override
    public CompletableFuture<Integer> preloadRegions(TableName tableName) {
        return locator.preload(Objects.requireNonNull(tableName, "tableName"));
    }

    @Override
    public CompletableFuture<WarmUpReport> warmUp(WarmUp spec) {
        return new ConnectionWarmUp(locator, pools, timer, clock, Objects.requireNonNull(spec, "spec")).start();
    }

    @Override
    public CompletableFuture<AuthenticationToken> obtainToken() {
        return lookup.obtainToken(AdminMessages::authenticationToken);
    }

    @Override
    public ConnectionState state() {
        return states.take(isClosed());
    }

    @Override
    public ConnectionPoolState connectionPools() {
        return states.poolStates();
    }

    @Override
    public MetricsBinding bindTo(Object meterRegistry) {
        return metrics().bind(meterRegistry)::run;
    }

    /** Made for the first registry, and not after a close has looked. */
    private synchronized ConnectionMetrics metrics() {
        if (isClosed()) {
            throw new IllegalStateException("the connection is closed");
        }
        ConnectionMetrics known = metrics;
        if (known == null) {
            known = new ConnectionMetrics(states.view(numbers, loops));
            metrics = known;
        }
        return known;
    }

    private synchronized @Nullable ConnectionMetrics metricsIfBound() {
        return metrics;
    }

    @Override
    public boolean isClosed() {
        return closing.get() != null;
    }

    @Override
    public void close() {
        CompletableFuture<CloseResult> closed = close(null);
        if (loops.inEventLoop()) {
            LOG.warn("close() of the connection was called by a network thread: it continues in the background");
            return;
        }
        try {
            CloseResult unused = closed.get();
        } catch (InterruptedException e) {
            // The close continues without the caller.
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("closeAsync() never completes exceptionally", e);
        }
    }

    @Override
    public CompletableFuture<CloseResult> closeAsync(Duration deadline) {
        return close(Objects.requireNonNull(deadline, "deadline"));
    }

    /**
     * Later calls get the result of the first one.
     *
     * @param deadline of the mutators; null for each its own
     */
    private CompletableFuture<CloseResult> close(@Nullable Duration deadline) {
        // A close happens once: no error may end it in the middle.
        StackProbe.probe(CLOSE_FRAMES);
        CompletableFuture<CloseResult> mine = new CompletableFuture<>();
        CompletableFuture<CloseResult> first = closing.compareAndExchange(null, mine);
        if (first != null) {
            return first.copy();
        }
        CompletableFuture<CloseResult> mutators = deadline == null ? engine.closeAsync() : engine.closeAsync(deadline);
        var unused = mutators.thenCompose(result -> shutdown().thenRun(() -> mine.complete(result)));
        return mine.copy();
    }

    /** Closes everything but the mutators. Completes at the latest at a deadline, since a callback may block a thread. */
    private CompletableFuture<Void> shutdown() {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Timer.Cancellable deadline = timer.deadline(() -> endLate(ended), END_NANOS);
        // The mutators are closed, so nothing unacknowledged is left to report.
        boolean unusedResult = exitReport.cancel();
        blockTrim.cancel();
        lookup.close();
        ConnectionMetrics bound = metricsIfBound();
        CompletableFuture<Void> parts =
                bound == null ? closeParts() : bound.closeAsync().thenCompose(done -> closeParts());
        var unused = parts.exceptionally(AsyncConnectionImpl::noted)
                .thenCompose(done -> endThreads())
                .whenComplete((done, error) -> {
                    deadline.cancel();
                    ended.complete(null);
                });
        return ended;
    }

    private void endLate(CompletableFuture<Void> ended) {
        LOG.warn(
                "The threads and connections of a closed connection have not ended in {} ms; they end in the"
                        + " background. Does a callback block, or was the event loop group shut down?",
                TimeUnit.NANOSECONDS.toMillis(END_NANOS));
        var unused = endThreads();
        ended.complete(null);
    }

    private CompletableFuture<Void> closeParts() {
        CompletableFuture<Void> pooled = Completions.started(() -> {
            CompletableFuture<Void> ended = pools.closeAsync(0);
            // They wait for the connects that are under way, which end with this.
            connector.close();
            return ended;
        });
        return CompletableFuture.allOf(pooled, Completions.started(registry::closeAsync));
    }

    /** May be called twice. */
    private CompletableFuture<Void> endThreads() {
        connector.close();
        return loops.closeAsync().whenComplete((done, error) -> timer.close());
    }

    /** A part that fails to close must not keep the others open. */
    private static @Nullable Void noted(Throwable error) {
        LOG.warn("closing a connection: {}", error.toString());
        return null;
    }
}
