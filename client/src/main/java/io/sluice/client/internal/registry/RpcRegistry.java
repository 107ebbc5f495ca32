package io.sluice.client.internal.registry;

import io.sluice.ServerName;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.internal.pool.Connector;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks any servers of the cluster, over the service {@code ClientMetaService} that masters and region servers offer. A
 * few are named in the configuration; more are learnt from them in the course of time, so that the client outlives the
 * ones named. Those named stay a fall-back.
 *
 * <p>Each call is made on a connection of its own, since calls are minutes apart.
 */
final class RpcRegistry implements ClusterRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(RpcRegistry.class);

    private final RpcRegistrySettings settings;
    private final Connector<? extends RpcConnection> connector;
    private final Timer timer;
    private final Clock clock;
    private final Set<HedgedCall<?>> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isRefreshing = new AtomicBoolean();
    private volatile List<ServerName> learnt = List.of();
    private volatile long lastRefreshNanos;
    private volatile boolean closed;
    /** Written by one refresh after the other; closeAsync may miss the newest, which then finds the registry closed. */
    private volatile Timer.@Nullable Cancellable nextRefresh;

    /** @param connector opens connections of service {@code ClientMetaService} to servers without start code */
    RpcRegistry(RpcRegistrySettings settings, Connector<? extends RpcConnection> connector, Timer timer, Clock clock) {
        this.settings = settings;
        this.connector = connector;
        this.timer = timer;
        this.clock = clock;
        this.lastRefreshNanos = clock.nanoTime();
        RpcRegistrySettings.Refresh refresh = settings.refresh();
        if (refresh != null) {
            nextRefresh = timer.schedule(this::refreshRegularly, refresh.initialDelayNanos());
        }
    }

    @Override
    public CompletableFuture<ServerName> metaLocation() {
        return ask("GetMetaRegionLocations", RegistryMessages::metaRegionLocations);
    }

    @Override
    public CompletableFuture<String> clusterId() {
        return ask("GetClusterId", RegistryMessages::clusterId);
    }

    @Override
    public String describe() {
        return settings.key() + " "
                + settings.bootstrapServers().stream()
                        .map(ServerName::getHostAndPort)
                        .collect(Collectors.joining(","));
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        closed = true;
        Timer.Cancellable next = nextRefresh;
        if (next != null) {
            next.cancel();
        }
        pending.forEach(call -> call.fail(closedError()));
        return CompletableFuture.completedFuture(null);
    }

    private <T> CompletableFuture<T> ask(String method, HedgedCall.Decoder<T> decoder) {
        HedgedCall<T> call = new HedgedCall<>(
                connector,
                servers(),
                new HedgedCall.Query<>(method, settings.rpcTimeoutNanos(), decoder),
                timer,
                this::refreshAfterFailure);
        pending.add(call);
        var unused = call.result().whenComplete((answer, error) -> pending.remove(call));
        // After the add: whichever of closeAsync() and this comes second sees the other.
        if (closed) {
            call.fail(closedError());
        } else {
            call.start(settings.fanout());
        }
        return call.result();
    }

    /** The learnt ones in random order, so that clients spread, then those of the configuration in random order. */
    private List<ServerName> servers() {
        Set<ServerName> servers = new LinkedHashSet<>(shuffled(learnt));
        servers.addAll(shuffled(settings.bootstrapServers()));
        return List.copyOf(servers);
    }

    private static List<ServerName> shuffled(List<ServerName> servers) {
        List<ServerName> copy = new ArrayList<>(servers);
        Collections.shuffle(copy);
        return copy;
    }

    private void refreshRegularly() {
        RpcRegistrySettings.Refresh refresh = settings.refresh();
        if (closed || refresh == null) {
            return;
        }
        refresh();
        nextRefresh = timer.schedule(this::refreshRegularly, refresh.intervalNanos());
    }

    private void refreshAfterFailure() {
        RpcRegistrySettings.Refresh refresh = settings.refresh();
        if (!closed && refresh != null && clock.nanoTime() - lastRefreshNanos >= refresh.minIntervalNanos()) {
            refresh();
        }
    }

    private void refresh() {
        if (!isRefreshing.compareAndSet(false, true)) {
            return;
        }
        lastRefreshNanos = clock.nanoTime();
        var unused = ask("GetBootstrapNodes", RegistryMessages::bootstrapNodes).whenComplete((servers, error) -> {
            if (error != null) {
                // Servers before 2.5 do not know the method, and the old list is better than none.
                LOG.debug("The list of bootstrap servers stays as it is", error);
            } else if (!servers.isEmpty()) {
                learnt = servers.stream()
                        .map(s -> ServerName.valueOf(s.getHostname(), s.getPort(), ServerName.NON_STARTCODE))
                        .toList();
            }
            isRefreshing.set(false);
        });
    }

    private IOException closedError() {
        return new IOException("Registry " + describe() + ": the connection to the cluster is closed");
    }
}
