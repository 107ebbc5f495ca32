package io.sluice.internal.pool;

import io.sluice.ServerName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A pool for each server, created when it is first used. The pools share the event loops and the limit on connects. Unused
 * pools are removed when a new one is created. Safe for use by many threads.
 */
public final class ServerPools<C extends PooledConnection> {
    private final Function<ServerName, Opener<C>> openers;
    private final PoolSettings settings;
    private final PoolParts parts;
    private final ConcurrentMap<ServerName, ConnectionPool<C>> pools = new ConcurrentHashMap<>();
    /** The numbers of removed pools. */
    private final AtomicReference<PoolNumbers> gone = new AtomicReference<>(PoolNumbers.NONE);

    /** The same by {@code host:port}, while it has another pool: that of a restarted server. */
    private final ConcurrentMap<String, PoolNumbers> goneByAddress = new ConcurrentHashMap<>();

    private volatile Consumer<String> whenGone = address -> {};
    private volatile boolean closed;

    public ServerPools(Function<ServerName, Opener<C>> openers, PoolSettings settings, PoolParts parts) {
        this.openers = openers;
        this.settings = settings;
        this.parts = parts;
    }

    /**
     * A lease of the least loaded open connection to the server. If none is available, the first connection that is opened or
     * released serves the caller. If all are saturated, another connection is opened in the background.
     *
     * @param timeoutNanos how long it may take; positive
     * @return as from {@link ConnectionPool#acquireAsync}
     */
    public CompletableFuture<Lease<C>> acquire(ServerName server, long timeoutNanos) {
        while (true) {
            ConnectionPool<C> pool;
            try {
                pool = pool(server);
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
            CompletableFuture<Lease<C>> lease = pool.acquireAsync(timeoutNanos);
            // A pool that was removed as unused has refused the caller, who then gets a new one.
            if (closed || !lease.isCompletedExceptionally() || !pool.isClosed()) {
                return lease;
            }
            remove(server, pool);
        }
    }

    private ConnectionPool<C> pool(ServerName server) throws IOException {
        requireOpen(server);
        ConnectionPool<C> pool = pools.get(server);
        if (pool == null) {
            removeUnused();
            pool = pools.computeIfAbsent(server, this::newPool);
            if (closed) {
                // closeAsync may not have seen it.
                var unused = pool.closeAsync(0);
            }
            requireOpen(server);
        }
        return pool;
    }

    private void requireOpen(ServerName server) throws IOException {
        if (closed) {
            throw new IOException("no connection to " + server + ": the connection to the cluster is closed");
        }
    }

    private ConnectionPool<C> newPool(ServerName server) {
        return new ConnectionPool<>(server.toString(), openers.apply(server), settings, parts);
    }

    private void removeUnused() {
        for (Map.Entry<ServerName, ConnectionPool<C>> each : pools.entrySet()) {
            if (each.getValue().closeIfUnused()) {
                remove(each.getKey(), each.getValue());
            }
        }
    }

    private void remove(ServerName server, ConnectionPool<C> pool) {
        if (!pools.remove(server, pool)) {
            return;
        }
        gone.accumulateAndGet(pool.numbers(), PoolNumbers::plus);
        String address = server.getHostAndPort();
        if (pools.keySet().stream().anyMatch(other -> other.getHostAndPort().equals(address))) {
            goneByAddress.merge(address, pool.numbers(), PoolNumbers::plus);
        } else {
            goneByAddress.remove(address);
            whenGone.accept(address);
        }
    }

    /** Sets what to call when the last pool of a {@code host:port} was removed. Must be called once, before the first lease. */
    public void whenGone(Consumer<String> told) {
        whenGone = told;
    }

    /** The numbers of each {@code host:port} that has a pool, including those of its former pools. */
    public Map<String, PoolNumbers> numbersByAddress() {
        Map<String, PoolNumbers> numbers = new HashMap<>(goneByAddress);
        pools.forEach((server, pool) -> numbers.merge(server.getHostAndPort(), pool.numbers(), PoolNumbers::plus));
        return numbers;
    }

    /** As {@link ConnectionPool#warmUp}. */
    public CompletableFuture<WarmUpResult> warmUp(ServerName server, int min, int parallelism) {
        try {
            return pool(server).warmUp(min, parallelism);
        } catch (IOException e) {
            return CompletableFuture.completedFuture(new WarmUpResult(0, 0, List.of(e)));
        }
    }

    public Map<ServerName, PoolNumbers> numbers() {
        Map<ServerName, PoolNumbers> numbers = new HashMap<>();
        pools.forEach((server, pool) -> numbers.put(server, pool.numbers()));
        return numbers;
    }

    /** The numbers of all removed pools; the total also has those of the present ones. */
    public PoolNumbers gone() {
        return Objects.requireNonNull(gone.get());
    }

    /** Closes all pools, as {@link ConnectionPool#closeAsync} does, and refuses leases. */
    public CompletableFuture<Void> closeAsync(long deadlineNanos) {
        closed = true;
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (ConnectionPool<C> pool : pools.values()) {
            ends.add(pool.closeAsync(deadlineNanos));
        }
        return CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0]));
    }
}
