package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.Decoder;
import io.sluice.client.internal.net.Keys;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.SingleTimer;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks servers of the cluster by the service {@code ClientMetaService}, which masters and region servers offer. The
 * configuration names a few; the client learns others from them, so that it survives the loss of the ones named, which remain
 * a fallback.
 *
 * <p>Each call opens a connection, since calls are minutes apart.
 */
final class RpcRegistry implements ClusterRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(RpcRegistry.class);

    /** Many times the answer time of a healthy server; twenty servers can be asked within the usual connect timeout. */
    private static final long HEDGE_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    static final String BOOTSTRAP_SERVERS = "hbase.client.bootstrap.servers";
    private static final String MASTERS = "hbase.masters";

    /** The key of {@link #bootstrapServers}. */
    private final String key;

    private final List<ServerName> bootstrapServers;
    /** How many servers are asked at the same time. */
    private final int fanout;

    private final long rpcTimeoutNanos;
    private final boolean learns;
    private final long refreshNanos;
    /** Least time between two refreshes after failures. */
    private final long minRefreshNanos;

    private final RpcConnection.Connector connector;
    private final Timer timer;
    private final Clock clock;
    private final Set<HedgedCall<?>> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isRefreshing = new AtomicBoolean();
    private volatile List<ServerName> learnt = List.of();
    private volatile long lastRefreshNanos;
    private volatile boolean closed;
    /** If closeAsync misses the newest task, that finds the registry closed. */
    private final SingleTimer nextRefresh;

    /**
     * @param learns whether to ask any servers and to update their list, as HBase's {@code RpcConnectionRegistry} does; if not,
     *     the masters of the configuration are asked, as by its {@code MasterRegistry}
     */
    RpcRegistry(Configuration conf, boolean learns, RpcConnection.Connector connector, Timer timer, Clock clock) {
        this.learns = learns;
        this.connector = connector;
        this.timer = timer;
        this.clock = clock;
        String servers = learns ? conf.getTrimmed(BOOTSTRAP_SERVERS, "") : "";
        key = servers.isEmpty() ? MASTERS : BOOTSTRAP_SERVERS;
        bootstrapServers = servers.isEmpty() ? masters(conf) : QuorumAddress.parseList(BOOTSTRAP_SERVERS, servers, 0);
        fanout = Keys.positiveInt(
                conf,
                learns ? "hbase.client.bootstrap.hedged.fanout" : "hbase.client.master_registry.hedged.fanout",
                2);
        rpcTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(Keys.readTimeoutMillis(conf));
        lastRefreshNanos = clock.nanoTime();
        nextRefresh = new SingleTimer(timer, this::refreshRegularly);
        if (!learns) {
            refreshNanos = 0;
            minRefreshNanos = 0;
        } else {
            int refreshSeconds = Keys.positiveInt(conf, "hbase.client.bootstrap.refresh_interval_secs", 300);
            refreshNanos = TimeUnit.SECONDS.toNanos(refreshSeconds);
            minRefreshNanos = TimeUnit.SECONDS.toNanos(
                    Keys.positiveInt(conf, "hbase.client.bootstrap.min_secs_between_refreshes", 60));
            int firstSeconds = Keys.positiveInt(
                    conf, "hbase.client.bootstrap.initial_refresh_delay_secs", Math.max(1, refreshSeconds / 10));
            nextRefresh.schedule(TimeUnit.SECONDS.toNanos(firstSeconds));
        }
    }

    private static List<ServerName> masters(Configuration conf) {
        int port = Keys.port(conf, "hbase.master.port", 16_000);
        String masters = conf.getTrimmed(MASTERS, "");
        return QuorumAddress.parseList(MASTERS, masters.isEmpty() ? ownHost() : masters, port);
    }

    private static String ownHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    @Override
    public CompletableFuture<ServerName> metaLocation() {
        return ask("GetMetaRegionLocations", RegistryMessages::metaRegionLocations);
    }

    @Override
    public String describe() {
        return key + " "
                + bootstrapServers.stream().map(ServerName::getHostAndPort).collect(Collectors.joining(","));
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        closed = true;
        nextRefresh.cancel();
        pending.forEach(call -> call.result.completeExceptionally(closedError()));
        return CompletableFuture.completedFuture(null);
    }

    private <T> CompletableFuture<T> ask(String method, Decoder<byte[], T> decoder) {
        HedgedCall<T> call = new HedgedCall<>(method, decoder);
        pending.add(call);
        var unused = call.result.whenComplete((answer, error) -> {
            pending.remove(call);
            // If this misses the newest task, that finds the call done.
            call.hedge.cancel();
        });
        // After the add: whichever of closeAsync() and this comes second sees the other.
        if (closed) {
            call.result.completeExceptionally(closedError());
        } else {
            call.start();
        }
        return call.result;
    }

    /** The learnt servers, then those of the configuration, each in random order, so that clients spread over them. */
    private List<ServerName> servers() {
        Set<ServerName> servers = new LinkedHashSet<>(shuffled(learnt));
        servers.addAll(shuffled(bootstrapServers));
        return List.copyOf(servers);
    }

    private static List<ServerName> shuffled(List<ServerName> servers) {
        List<ServerName> copy = new ArrayList<>(servers);
        Collections.shuffle(copy);
        return copy;
    }

    private void refreshRegularly() {
        if (closed) {
            return;
        }
        refresh();
        nextRefresh.schedule(refreshNanos);
    }

    private void refreshAfterFailure() {
        if (!closed && learns && clock.nanoTime() - lastRefreshNanos >= minRefreshNanos) {
            refresh();
        }
    }

    private void refresh() {
        if (!isRefreshing.compareAndSet(false, true)) {
            return;
        }
        lastRefreshNanos = clock.nanoTime();
        var unused = Completions.started(() -> ask("GetBootstrapNodes", RegistryMessages::bootstrapNodes))
                .whenComplete((servers, error) -> {
                    isRefreshing.set(false);
                    if (error != null) {
                        // Servers before 2.5 do not have the method.
                        LOG.debug("The list of bootstrap servers stays as it is", error);
                    } else if (!servers.isEmpty()) {
                        learnt = servers.stream()
                                .map(s -> ServerName.valueOf(s.getHostname(), s.getPort(), ServerName.NON_STARTCODE))
                                .toList();
                    }
                });
    }

    private IOException closedError() {
        return new IOException("Registry " + describe() + ": the connection to the cluster is closed");
    }

    /**
     * Asks several servers at a time until the first good answer. The next server is asked after each failure and after each
     * {@link #HEDGE_DELAY_NANOS}, since a silent server may use up the whole timeout. When the last one has failed, the call
     * fails with all failures in the message.
     */
    private final class HedgedCall<T> {
        private final List<ServerName> servers = servers();
        private final String method;
        private final Decoder<byte[], T> decoder;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        private final AtomicInteger next = new AtomicInteger();
        private final SingleTimer hedge = new SingleTimer(timer, this::hedge);
        private final Queue<String> failures = new ConcurrentLinkedQueue<>();

        /**
         * @param method of service {@code ClientMetaService}, with a request without fields
         * @param decoder reads the result; if it fails, the next server is asked
         */
        HedgedCall(String method, Decoder<byte[], T> decoder) {
            this.method = method;
            this.decoder = decoder;
        }

        /** Asks the first {@link #fanout} servers; call this once. */
        void start() {
            for (int i = 0; i < fanout; i++) {
                askNext();
            }
            scheduleHedge();
        }

        private void hedge() {
            askNext();
            scheduleHedge();
        }

        private void scheduleHedge() {
            if (next.get() < servers.size() && !result.isDone()) {
                hedge.schedule(HEDGE_DELAY_NANOS);
            }
        }

        private void askNext() {
            int index = next.getAndIncrement();
            if (index >= servers.size() || result.isDone()) {
                return;
            }
            ServerName server = servers.get(index);
            var unused = Completions.started(() ->
                            RpcConnection.ask(connector.open(server), method, new byte[0], rpcTimeoutNanos, decoder))
                    .whenComplete((answer, error) -> {
                        if (error == null) {
                            result.complete(answer);
                        } else {
                            onFailure(server, error);
                        }
                    });
        }

        private void onFailure(ServerName server, Throwable error) {
            Throwable cause = Completions.cause(error);
            failures.add(server.getHostAndPort() + ": " + cause);
            // At least the one that was added last sees all.
            if (failures.size() == servers.size()) {
                result.completeExceptionally(new RegistryUnavailableException(
                        method + " failed at all servers. " + String.join("; ", failures), cause));
            } else {
                askNext();
            }
            refreshAfterFailure();
        }
    }
}
