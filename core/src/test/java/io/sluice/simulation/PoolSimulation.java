package io.sluice.simulation;

import static io.sluice.simulation.VirtualTime.MILLI;
import static io.sluice.simulation.VirtualTime.SECOND;

import io.sluice.internal.pool.ConnectionPool;
import io.sluice.internal.pool.Lease;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.PooledConnection;
import io.sluice.simulation.Promise.Broken;
import io.sluice.simulation.VirtualTime.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One connection pool in virtual time: callers that want leases, connects that succeed, fail or take long. */
final class PoolSimulation {
    private static final long CONNECT_TIMEOUT = 5 * SECOND;
    private static final long TOLERANCE = SECOND;

    /** After a failed connect the pool may let some time pass before the next. */
    private static final long AFTER_FAILURE = 4 * SECOND;

    private final Chance chance;
    private final VirtualTime time;
    private final Trace trace;
    private final ConnectionPool<Connection> pool;
    private final int max;
    private final int callsEach;
    private final int failures;
    private final List<Connection> open = new ArrayList<>();
    private final List<Connection> all = new ArrayList<>();
    private final List<Want> wanting = new ArrayList<>();
    private int connecting;
    private long lastFailure = -AFTER_FAILURE;
    private @Nullable Broken broken;

    /** Somebody who waits for a lease. */
    private record Want(CompletableFuture<Lease<Connection>> lease, long untilNanos) {}

    /** A connection that lives until it is closed or lost. */
    private final class Connection implements PooledConnection {
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private int leases;

        @Override
        public boolean isOpen() {
            return !closed.isDone();
        }

        @Override
        public CompletableFuture<Void> closed() {
            return closed;
        }

        @Override
        public void close() {
            open.remove(this);
            boolean unused = closed.complete(null);
        }
    }

    PoolSimulation(long seed, Trace trace) {
        chance = new Chance(seed);
        Seeds.ofThisThread(seed);
        this.trace = trace;
        time = new VirtualTime(chance.fork(), port -> {});
        max = (int) chance.between(1, 10);
        callsEach = chance.of(1, 1, 2, 16);
        failures = chance.of(0, 0, 20, 60);
        PoolSettings settings = new PoolSettings(
                new PoolSettings.Size((int) chance.between(0, max), max, callsEach),
                PoolSettings.Waiting.DEFAULTS,
                PoolSettings.Connecting.DEFAULTS,
                PoolSettings.Care.DEFAULTS);
        trace.tell(0, () -> "a pool of " + max + " connections for " + callsEach + " calls each");
        pool = new ConnectionPool<>("target", this::open, settings, new PoolParts(time, time, Integer.MAX_VALUE, 2));
    }

    private CompletableFuture<Connection> open(int lane) {
        CompletableFuture<Connection> connect = new CompletableFuture<>();
        connecting++;
        boolean fails = chance.percent(failures);
        long nanos = chance.percent(10) ? CONNECT_TIMEOUT : chance.skewed(MILLI, SECOND);
        var unused = time.in(nanos, Role.NETWORK, fails ? "connect fails" : "connected", () -> {
            connecting--;
            if (fails) {
                lastFailure = time.elapsedNanos();
                connect.completeExceptionally(new IOException("refused"));
            } else {
                Connection connection = new Connection();
                open.add(connection);
                all.add(connection);
                connect.complete(connection);
            }
        });
        return connect;
    }

    @Nullable Broken run() {
        int operations = (int) chance.skewed(5, 80);
        long at = 0;
        for (int i = 0; i < operations; i++) {
            at += chance.percent(50) ? 0 : chance.skewed(MILLI, 3 * SECOND);
            boolean wants = !chance.percent(15);
            var unused = time.in(at, Role.CALLER, wants ? "a lease is wanted" : "a connection is lost", () -> {
                if (wants) {
                    want();
                } else if (!open.isEmpty()) {
                    chance.of(open).close();
                }
            });
        }
        while (step(at + 60 * SECOND)) {}
        CompletableFuture<Void> closed = pool.closeAsync(SECOND);
        while (step(time.elapsedNanos() + 60 * SECOND)) {}
        if (!closed.isDone() || !open.isEmpty() || !wanting.isEmpty()) {
            broken(Promise.END, open.size() + " connections and " + wanting.size() + " who want one are left");
        }
        return broken;
    }

    private void want() {
        long timeout = chance.of(SECOND, 10 * SECOND);
        CompletableFuture<Lease<Connection>> lease = pool.acquireAsync(timeout);
        Want want = new Want(lease, time.elapsedNanos() + timeout);
        wanting.add(want);
        var unused = lease.whenComplete((leased, error) -> {
            wanting.remove(want);
            if (leased != null) {
                use(leased);
            }
        });
    }

    private void use(Lease<Connection> lease) {
        Connection connection = lease.connection();
        if (++connection.leases > callsEach) {
            broken(
                    Promise.LEASES,
                    "a connection for " + callsEach + " calls is leased " + connection.leases + " times");
        }
        var unused = time.in(chance.skewed(MILLI, 20 * SECOND), Role.CALLER, "a lease is given back", () -> {
            connection.leases--;
            lease.release();
        });
    }

    private boolean step(long endNanos) {
        if (broken != null) {
            return false;
        }
        VirtualTime.Event event = time.next(endNanos);
        if (event == null) {
            return false;
        }
        trace.note(event.atNanos, event.role.ordinal(), event.name);
        event.run();
        look();
        return true;
    }

    private void look() {
        long now = time.elapsedNanos();
        // One that has ended keeps its place until its last lease is given back.
        all.removeIf(connection -> !connection.isOpen() && connection.leases == 0);
        boolean allowed = all.size() + connecting < max && now - lastFailure > AFTER_FAILURE;
        if (!wanting.isEmpty() && connecting == 0 && allowed) {
            broken(
                    Promise.CONNECTS,
                    wanting.size() + " wait for a connection, there are " + open.size() + " of " + max
                            + ", and none is being opened");
        }
        for (Want want : wanting) {
            if (now > want.untilNanos() + TOLERANCE) {
                broken(Promise.LEASES, "somebody waits for longer than the timeout of the wait");
            }
        }
    }

    private void broken(Promise promise, String how) {
        if (broken == null) {
            broken = new Broken(promise, how);
            trace.tell(time.elapsedNanos(), () -> "BROKEN " + promise + ": " + how);
        }
    }
}
