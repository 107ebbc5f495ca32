package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.internal.pool.PoolSettings.Care;
import io.sluice.internal.time.ManualTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random acquires, releases, failing and slow connects, losses, warm-ups, saturation, connects of other pools and
 * the passing of time. After each step the pool's numbers are true, no permit lies free beside a waiter, and while more
 * callers wait than the connects under way will serve, another connect is under way if the limits allow one. In the end
 * nothing is left.
 */
class PoolSoakTest {
    private static final int STEPS = 5_000;

    static LongStream seeds() {
        return LongStream.range(0, 24);
    }

    private final ManualTime time = new ManualTime();
    private final List<CompletableFuture<FakeConnection>> connecting = new ArrayList<>();
    private final Set<FakeConnection> open = new HashSet<>();
    private final List<CompletableFuture<Lease<FakeConnection>>> acquires = new ArrayList<>();
    private final List<Lease<FakeConnection>> held = new ArrayList<>();
    private final ConnectLimit limit = new ConnectLimit(3);
    private int ofOtherPools;
    private long backOffEndNanos;
    private int maxOpen;

    private CompletableFuture<FakeConnection> open(int loop) {
        CompletableFuture<FakeConnection> connect = new CompletableFuture<>();
        connecting.add(connect);
        return connect;
    }

    private void succeed(CompletableFuture<FakeConnection> connect) {
        FakeConnection connection = new FakeConnection(0);
        open.add(connection);
        var unused = connection.closed().thenRun(() -> open.remove(connection));
        connect.complete(connection);
    }

    @ParameterizedTest(name = "seed={0}")
    @MethodSource("seeds")
    void pool_anySequence_countsWhatIsOpenAndLeavesNothing(long seed) {
        Random random = new Random(seed);
        int max = 1 + random.nextInt(6);
        int calls = 1 + random.nextInt(3);
        Care care = new Care(
                20 * SECOND, random.nextInt(2) * (100 * SECOND), 0.2, random.nextInt(2) * (5 * SECOND), true, 0);
        PoolSettings settings = new PoolSettings(
                new PoolSettings.Size(random.nextInt(max), max, calls),
                new PoolSettings.Waiting(Fairness.values()[random.nextInt(3)], 10_000),
                new PoolSettings.Connecting(1 + random.nextInt(3), random.nextInt(2) * SECOND),
                care);
        ConnectionPool<FakeConnection> pool = new ConnectionPool<>(
                "soak", this::open, settings, new PoolParts(time, time, limit, new EventLoopBalancer(2)));
        for (int step = 0; step < STEPS; step++) {
            step(pool, settings, random);
            check(pool, max, calls, step);
            checkGrowth(pool, settings, step);
        }
        assertThat(maxOpen).isEqualTo(max);
        finish(pool);
    }

    private void step(ConnectionPool<FakeConnection> pool, PoolSettings settings, Random random) {
        int dice = random.nextInt(100);
        if (dice < 30) {
            acquires.add(pool.acquireAsync((1 + random.nextInt(5)) * SECOND));
        } else if (dice < 60 && !held.isEmpty()) {
            held.remove(random.nextInt(held.size())).release();
        } else if (dice < 80 && !connecting.isEmpty()) {
            CompletableFuture<FakeConnection> connect = connecting.remove(random.nextInt(connecting.size()));
            if (random.nextInt(4) == 0) {
                backOffEndNanos = time.elapsedNanos()
                        + Math.max(10_000_000, settings.connecting().failedExpiryNanos());
                connect.completeExceptionally(new IOException("refused"));
            } else {
                succeed(connect);
            }
        } else if (dice < 82) {
            open.forEach(connection -> connection.saturated = random.nextInt(4) == 0);
        } else if (dice < 84 && limit.tryTake()) {
            ofOtherPools++;
        } else if (dice < 87 && ofOtherPools > 0) {
            ofOtherPools--;
            limit.give();
        } else if (dice < 90) {
            time.advance(random.nextInt(1_000_000_000));
        } else if (dice < 93 && !open.isEmpty()) {
            open.stream()
                    .skip(random.nextInt(open.size()))
                    .findFirst()
                    .orElseThrow()
                    .close();
        } else if (dice < 95 && !acquires.isEmpty()) {
            boolean unused = acquires.get(random.nextInt(acquires.size())).cancel(false);
        } else {
            CompletableFuture<WarmUpResult> unused = pool.warmUp(random.nextInt(8), 1 + random.nextInt(3));
        }
        acquires.removeIf(acquire -> {
            if (acquire.isDone() && !acquire.isCompletedExceptionally()) {
                held.add(acquire.join());
            }
            return acquire.isDone();
        });
    }

    private void check(ConnectionPool<FakeConnection> pool, int max, int calls, int step) {
        PoolNumbers.Now now = pool.numbers().now();
        assertThat(now.idle() + now.leased()).as("open at step %d", step).isEqualTo(open.size());
        assertThat(now.size()).as("size at step %d", step).isLessThanOrEqualTo(max);
        assertThat(now.leases()).as("leases at step %d", step).isEqualTo(held.size());
        assertThat(now.pending()).as("pending at step %d", step).isEqualTo(acquires.size());
        assertThat(now.connecting()).as("connecting at step %d", step).isEqualTo(connecting.size());
        boolean free =
                held.stream().filter(lease -> lease.connection().isOpen()).count() < (long) now.open() * calls;
        if (!acquires.isEmpty() && now.idle() > 0 && free) {
            throw new AssertionError("somebody waits at step " + step + " beside an idle connection: " + now);
        }
        maxOpen = Math.max(maxOpen, open.size());
    }

    private void checkGrowth(ConnectionPool<FakeConnection> pool, PoolSettings settings, int step) {
        PoolNumbers.Now now = pool.numbers().now();
        long lostInUse = held.stream()
                .map(Lease::connection)
                .filter(connection -> !connection.isOpen())
                .distinct()
                .count();
        boolean wanted =
                acquires.size() > (long) connecting.size() * settings.size().callsPerConnection();
        boolean allowed =
                connecting.size() + open.size() + lostInUse < settings.size().max()
                        && connecting.size() < settings.connecting().maxConnecting()
                        && limit.taken.get() < 3
                        && now.paused() == 0
                        && (time.elapsedNanos() >= backOffEndNanos || now.size() == 0);
        assertThat(wanted && allowed)
                .as(
                        "at step %d %d wait, %d connects are under way, and there is room: %s",
                        step, acquires.size(), connecting.size(), now)
                .isFalse();
    }

    private void finish(ConnectionPool<FakeConnection> pool) {
        CompletableFuture<Void> closed = pool.closeAsync(SECOND);
        assertThat(acquires).allSatisfy(acquire -> assertThat(acquire).isCompletedExceptionally());
        held.forEach(Lease::release);
        List.copyOf(connecting).forEach(this::succeed);
        assertThat(limit.taken.get()).as("connects under way").isEqualTo(ofOtherPools);
        assertThat(closed).isCompleted();
        assertThat(open).isEmpty();
        assertThat(pool.numbers().now())
                .isEqualTo(
                        new PoolNumbers.Now(0, 0, 0, 0, 0, pool.numbers().now().paused()));
        time.advance(100 * SECOND);
        assertThat(time.waiting()).as("tasks left").isZero();
        long opened = pool.numbers().connects().opened();
        long closes = pool.numbers().closed().values().stream()
                .mapToLong(count -> count)
                .sum();
        assertThat(closes).as("each connection was closed for one reason").isEqualTo(opened);
    }
}
