package io.sluice.client.internal.net;

import io.sluice.CallTimeoutException;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.pool.ConnectionPool;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends requests of the engine on connections of a pool. Safe for use by many threads. */
public final class RegionServerSender implements BatchSender {
    private final ConnectionPool<RegionServerConnection> pool;
    private final EventLoops loops;

    /** @param loops where requests that got no connection are told so */
    public RegionServerSender(ConnectionPool<RegionServerConnection> pool, EventLoops loops) {
        this.pool = pool;
        this.loops = loops;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The answer tells all.
    public void send(ServerBatch batch, long timeoutNanos, Answer answer) {
        CompletableFuture<RegionServerConnection> acquired = pool.acquire(batch.server());
        if (acquired.isDone() && !acquired.isCompletedExceptionally()) {
            acquired.join().multi(batch, timeoutNanos, answer);
            return;
        }
        long startNanos = System.nanoTime();
        // Either the connection or the timeout comes first, on whatever threads.
        AtomicBoolean decided = new AtomicBoolean();
        Timer.Cancellable timer = EventLoops.schedule(
                loops.any(),
                () -> {
                    if (decided.compareAndSet(false, true)) {
                        answer.complete(ServerBatchResult.failed(notConnected(batch, timeoutNanos), false));
                    }
                },
                timeoutNanos);
        acquired.whenComplete((connection, error) -> {
            if (!decided.compareAndSet(false, true)) {
                return;
            }
            timer.cancel();
            if (error == null) {
                connection.multi(batch, timeoutNanos - (System.nanoTime() - startNanos), answer);
            } else {
                loops.execute(() -> answer.complete(ServerBatchResult.failed(Completions.cause(error), false)));
            }
        });
    }

    private static CallTimeoutException notConnected(ServerBatch batch, long timeoutNanos) {
        return new CallTimeoutException("multi to " + batch.server().getHostAndPort() + ": no connection in "
                + Amounts.seconds(timeoutNanos) + " (" + batch.mutationCount() + " mutations); not applied");
    }
}
