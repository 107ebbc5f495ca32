package io.sluice.client.internal.net;

import io.sluice.CallTimeoutException;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.pool.AcquireTimeoutException;
import io.sluice.internal.pool.Lease;
import io.sluice.internal.pool.ServerPools;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.retry.ErrorMeaning;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests of the engine, each on the least loaded connection to its server. A request that finds all of them busy
 * waits un-encoded for the first that is not. Safe for use by many threads.
 */
public final class RegionServerSender implements BatchSender {
    private final ServerPools<RegionServerConnection> connections;
    private final EventLoops loops;

    /** @param loops runs the callbacks of requests that got no connection */
    public RegionServerSender(ServerPools<RegionServerConnection> connections, EventLoops loops) {
        this.connections = connections;
        this.loops = loops;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The answer tells all.
    public void send(ServerBatch batch, long timeoutNanos, Answer answer) {
        CompletableFuture<Lease<RegionServerConnection>> acquired = connections.acquire(batch.server(), timeoutNanos);
        if (acquired.isDone() && !acquired.isCompletedExceptionally()) {
            send(acquired.join(), batch, timeoutNanos, answer);
            return;
        }
        long startNanos = System.nanoTime();
        acquired.whenComplete((leased, error) -> {
            if (leased != null) {
                send(leased, batch, timeoutNanos - (System.nanoTime() - startNanos), answer);
                return;
            }
            Throwable cause = Completions.cause(error);
            Throwable reason = cause instanceof AcquireTimeoutException timeout
                    ? notConnected(batch, timeoutNanos, timeout)
                    : cause;
            loops.execute(
                    () -> answer.complete(ServerBatchResult.failed(reason, ErrorMeaning.ofOpening(reason, false))));
        });
    }

    /** Releases the lease first, so that the server does not sit idle while the answer is processed. */
    private static void send(Lease<RegionServerConnection> lease, ServerBatch batch, long timeoutNanos, Answer answer) {
        lease.connection().multi(batch, timeoutNanos, result -> {
            lease.release();
            answer.complete(result);
        });
    }

    private static CallTimeoutException notConnected(
            ServerBatch batch, long timeoutNanos, AcquireTimeoutException cause) {
        return new CallTimeoutException(
                "multi to " + batch.server().getHostAndPort() + ": no connection in " + Amounts.seconds(timeoutNanos)
                        + " (" + batch.mutationCount() + " mutations); not applied",
                cause);
    }
}
