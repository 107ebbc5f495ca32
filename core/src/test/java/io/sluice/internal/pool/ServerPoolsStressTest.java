package io.sluice.internal.pool;

import static io.sluice.internal.pool.PoolFixture.SECOND;
import static io.sluice.internal.pool.PoolFixture.size;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.ServerName;
import io.sluice.internal.time.ManualTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Threads that ask for their first connections at the same instant. */
class ServerPoolsStressTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;

    private final ManualTime time = new ManualTime();
    private final CyclicBarrier together = new CyclicBarrier(THREADS);
    private volatile ServerPools<FakeConnection> pools = fresh();

    private ServerPools<FakeConnection> fresh() {
        return new ServerPools<>(
                server -> loop -> CompletableFuture.completedFuture(new FakeConnection(loop)),
                size(1, 1),
                new PoolParts(time, time, Integer.MAX_VALUE, 2));
    }

    private int ask(int thread) throws Exception {
        int without = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (together.await(1, TimeUnit.MINUTES) == 0) {
                pools = fresh();
            }
            int unused = together.await(1, TimeUnit.MINUTES);
            ServerName server = ServerName.valueOf("server" + thread, 1, 1);
            CompletableFuture<Lease<FakeConnection>> lease = pools.acquire(server, SECOND);
            // Its connect ends at once, inside the call.
            without += lease.isDone() && !lease.isCompletedExceptionally() ? 0 : 1;
        }
        return without;
    }

    @Test
    void acquire_firstOfEachServer_atTheSameInstant_allGetALease() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Integer>> tasks = IntStream.range(0, THREADS)
                    .<Callable<Integer>>mapToObj(thread -> () -> ask(thread))
                    .toList();
            for (Future<Integer> without : executor.invokeAll(tasks)) {
                assertThat(without.get()).as("acquires without a lease").isZero();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
