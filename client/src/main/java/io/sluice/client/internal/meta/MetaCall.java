package io.sluice.client.internal.meta;

import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.internal.pool.Lease;
import io.sluice.internal.pool.ServerLeases;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.retry.Failure;
import io.sluice.internal.retry.FailureClassifier;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A question to {@code hbase:meta} with all its attempts. Its steps follow one another, each on the thread on which the
 * one before ended, so its fields need no lock: a future or the timer hands them over.
 */
final class MetaCall<T> {
    private static final Logger LOG = LoggerFactory.getLogger(MetaCall.class);

    private final Context context;
    private final String description;
    private final MetaOperation<T> operation;
    private final long deadlineNanos;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private int attempts;
    /** Written by the thread that makes the attempt, read by the one that ends the call; may be missed, see there. */
    private volatile Timer.@Nullable Cancellable retry;

    /**
     * What all calls of a client share.
     *
     * @param trouble what the latest attempt of any of them failed with, null if it did not fail
     */
    record Context(
            MetaServer metaServer,
            ServerLeases<? extends RpcConnection> pool,
            Timer timer,
            Clock clock,
            MetaSettings settings,
            AtomicReference<@Nullable Throwable> trouble) {}

    /** @param description what is asked, for messages */
    MetaCall(Context context, String description, MetaOperation<T> operation) {
        this.context = context;
        this.description = description;
        this.operation = operation;
        this.deadlineNanos = context.clock.nanoTime() + context.settings.operationTimeoutNanos();
    }

    /** Completes with the answer or the error of the last attempt. */
    CompletableFuture<T> result() {
        return result;
    }

    /** Makes the first attempt. */
    void start() {
        var unused = result.whenComplete((answer, error) -> {
            Timer.Cancellable next = retry;
            if (next != null) {
                // One that is scheduled just now finds the result done and ends by itself.
                next.cancel();
            }
        });
        attempt();
    }

    /** Ends it; no further attempt is made. */
    void fail(Throwable error) {
        result.completeExceptionally(error);
    }

    private void attempt() {
        if (result.isDone()) {
            return;
        }
        attempts++;
        CompletableFuture<ServerName> location = context.metaServer.location();
        var unused = location.<Lease<? extends RpcConnection>>thenCompose(server ->
                        context.pool.acquire(server, callTimeoutNanos()).thenApply(lease -> lease))
                .thenCompose(this::ask)
                .whenComplete((answer, error) -> {
                    if (error == null) {
                        context.trouble.set(null);
                        result.complete(answer);
                    } else {
                        onFailure(location, Completions.cause(error));
                    }
                });
    }

    private CompletableFuture<T> ask(Lease<? extends RpcConnection> lease) {
        CompletableFuture<T> asked;
        try {
            asked = operation.ask(MetaOperation.on(lease.connection(), this::callTimeoutNanos));
        } catch (RuntimeException e) {
            asked = CompletableFuture.failedFuture(e);
        }
        return asked.whenComplete((answer, error) -> lease.release());
    }

    private void onFailure(CompletableFuture<ServerName> location, Throwable error) {
        Failure failure = FailureClassifier.classify(error);
        if (failure == Failure.RELOCATE || failure == Failure.SERVER_DOWN || error instanceof CallTimeoutException) {
            context.metaServer.forget(location);
        }
        if (failure == Failure.TOO_LARGE) {
            // It does not get smaller.
            result.completeExceptionally(tooLarge(location, error));
            return;
        }
        context.trouble.set(error);
        long pauseNanos = context.settings.retry().pauseNanosAfter(attempts, failure);
        boolean isInTime = deadlineNanos - context.clock.nanoTime() > pauseNanos;
        if (failure == Failure.FAIL || !isInTime) {
            result.completeExceptionally(error);
            return;
        }
        LOG.debug(
                "{}: attempt {} failed, next in {} ms",
                description,
                attempts,
                TimeUnit.NANOSECONDS.toMillis(pauseNanos),
                error);
        try {
            retry = context.timer.schedule(this::attempt, pauseNanos);
        } catch (RuntimeException e) {
            // A timer that takes no tasks any more: the client is being closed.
            error.addSuppressed(e);
            result.completeExceptionally(error);
        }
    }

    private DoNotRetryIOException tooLarge(CompletableFuture<ServerName> location, Throwable error) {
        String where = location.isDone() && !location.isCompletedExceptionally()
                ? location.join().getHostAndPort()
                : "the server of hbase:meta";
        long bytes = error instanceof RequestTooBigException tooBig ? tooBig.getRequestBytes() : 0;
        long limit = error instanceof RequestTooBigException tooBig ? tooBig.getLimitBytes() : 0;
        return new DoNotRetryIOException(
                description + " makes a request " + (bytes > 0 ? "of " + bytes + " bytes, " : "")
                        + "that is too large for "
                        + where + (limit > 0 ? ", which takes " + limit : "")
                        + "; raise hbase.ipc.max.request.size there and here",
                error);
    }

    private long callTimeoutNanos() {
        long remaining = deadlineNanos - context.clock.nanoTime();
        return Math.max(1, Math.min(remaining, context.settings.rpcTimeoutNanos()));
    }
}
