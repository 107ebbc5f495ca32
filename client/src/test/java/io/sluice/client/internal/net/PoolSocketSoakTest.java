package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Put;
import io.sluice.ServerName;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.pool.CloseReason;
import io.sluice.internal.pool.Fairness;
import io.sluice.internal.pool.PoolNumbers;
import io.sluice.internal.pool.PoolParts;
import io.sluice.internal.pool.PoolSettings;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Requests over real sockets to a server that answers, stays silent, cuts connections, is killed and comes back. Whenever
 * the writers pause, what the pool says is open is what the operating system says is open. For longer runs: {@code
 * -Dsluice.soak.minutes=5}.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 1, unit = TimeUnit.DAYS)
class PoolSocketSoakTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long DURATION_NANOS =
            (long) (Double.parseDouble(System.getProperty("sluice.soak.minutes", "0.1")) * TimeUnit.MINUTES.toNanos(1));
    private static final int FIRST_PORT = 20_000;
    /** Of Linux, as long as nobody has changed it. */
    private static final int FIRST_PORT_OF_CLIENTS = 32_768;

    private static final int WRITERS = 6;
    private static final int ROUNDS = 6;

    private final EventLoops loops = EventLoops.create(2);
    private final EventLoopTimer timer = new EventLoopTimer(loops);
    private final NettyConnector connector = TestConnections.connector(loops, TestConnections.USUAL);
    private final AtomicBoolean stop = new AtomicBoolean();
    /** Writers hold the reading side from a request to its answer. */
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock(true);

    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private int port;

    private ServerPools<RegionServerConnection> pools() {
        PoolSettings settings = new PoolSettings(
                new PoolSettings.Size(1, 3, 1),
                new PoolSettings.Waiting(Fairness.ADAPTIVE, 100),
                new PoolSettings.Connecting(2, SECOND / 20),
                new PoolSettings.Care(SECOND / 5, SECOND / 2, 0.5, SECOND / 10, true, 30 * SECOND));
        return new ServerPools<>(
                // Requests name a server of their own.
                server -> connector.opener(ServerName.valueOf("127.0.0.1", port, 1)),
                settings,
                new PoolParts(timer, Clock.system(), 4, loops.count()));
    }

    @Test
    void pool_serverThatFailsAtRandom_hasOpenWhatItCounts() throws Exception {
        ServerPools<RegionServerConnection> pools = pools();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> running = new ArrayList<>();
        try (ScriptedServer first =
                listen(FIRST_PORT + ThreadLocalRandom.current().nextInt(5_000))) {
            port = first.port();
            running.add(threads.submit(() -> serve(first)));
            RegionServerSender sender = new RegionServerSender(pools, loops);
            for (int i = 0; i < WRITERS; i++) {
                running.add(threads.submit(() -> write(sender)));
            }
            for (int round = 0; round < ROUNDS; round++) {
                TimeUnit.NANOSECONDS.sleep(DURATION_NANOS / ROUNDS);
                compareAtRest(pools);
            }
        } finally {
            stop.set(true);
        }
        for (Future<?> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
        PoolNumbers numbers = pools.numbers().values().iterator().next();
        System.out.println("soak: " + acknowledged + " acknowledged, " + failed + " failed, " + numbers);
        assertThat(acknowledged.get()).isGreaterThan(100);
        assertThat(failed.get()).isPositive();
        assertThat(numbers.connects().failed()).isPositive();
        assertThat(numbers.closed().get(CloseReason.LOST)).isPositive();
        assertThat(numbers.acquires().leaks()).isZero();
        pools.closeAsync(0).get(20, TimeUnit.SECONDS);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Sockets.connectedTo(port)).isZero());
        threads.shutdown();
        connector.close();
        timer.close();
        loops.closeAsync().get(20, TimeUnit.SECONDS);
    }

    private void compareAtRest(ServerPools<RegionServerConnection> pools) {
        gate.writeLock().lock();
        try {
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(1))
                    .untilAsserted(() -> {
                        PoolNumbers.Now before = now(pools);
                        long sockets = Sockets.connectedTo(port);
                        PoolNumbers.Now now = now(pools);
                        assertThat(now).as("at rest").isEqualTo(before);
                        assertThat(now.connecting()).isZero();
                        assertThat(now.pending()).isZero();
                        assertThat((long) now.idle() + now.leased())
                                .as("open of %s", now)
                                .isEqualTo(sockets);
                    });
        } finally {
            gate.writeLock().unlock();
        }
    }

    private static PoolNumbers.Now now(ServerPools<RegionServerConnection> pools) {
        return pools.numbers().values().iterator().next().now();
    }

    private void write(RegionServerSender sender) {
        while (!stop.get()) {
            gate.readLock().lock();
            try {
                CompletableFuture<ServerBatchResult> result = new CompletableFuture<>();
                Put put = new Put(new byte[] {'r'}).addColumn(new byte[] {'f'}, null, new byte[500]);
                sender.send(BatchFixture.request(List.of(put)), SECOND / 5, result::complete);
                if (result.get(30, TimeUnit.SECONDS).isAcknowledged()) {
                    acknowledged.incrementAndGet();
                } else {
                    failed.incrementAndGet();
                    TimeUnit.MILLISECONDS.sleep(5);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            } finally {
                gate.readLock().unlock();
            }
        }
    }

    /** Answers, or does what servers do on a bad day. */
    private Void serve(ScriptedServer begin) throws Exception {
        Random random = ThreadLocalRandom.current();
        ScriptedServer server = begin;
        int handled = 0;
        while (!stop.get()) {
            ScriptedServer.Request request = server.requests.poll(50, TimeUnit.MILLISECONDS);
            int dice = random.nextInt(1_000);
            if (request == null) {
                continue;
            }
            // Once for certain, however slow the machine is.
            if (++handled == 50 || dice < 2) {
                server.close();
                TimeUnit.MILLISECONDS.sleep(random.nextInt(150));
                server = new ScriptedServer(true, port);
            } else if (dice < 8) {
                var unused = request.channel().close();
            } else if (dice >= 12) {
                request.acknowledge();
            }
        }
        server.close();
        return null;
    }

    /** A server at a port that no socket of a client can get by chance while nobody listens. */
    private static ScriptedServer listen(int firstPort) throws InterruptedException {
        for (int port = firstPort; port < FIRST_PORT_OF_CLIENTS; port++) {
            try {
                return new ScriptedServer(true, port);
            } catch (IllegalStateException e) {
                // Somebody else has it.
            }
        }
        throw new AssertionError("no port is free");
    }
}
