package io.sluice.client.internal.meta;

import io.sluice.DoNotRetryIOException;
import io.sluice.RequestTooBigException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.net.RpcRequest;
import io.sluice.internal.pool.Lease;
import io.sluice.internal.pool.ServerLeases;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.retry.ErrorMeaning.Stale;
import io.sluice.internal.time.Clock;
import io.sluice.internal.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
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
    private final Function<Calls, CompletableFuture<T>> question;
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

    /** Calls the server of {@code hbase:meta} within the time that is left. */
    @FunctionalInterface
    interface Calls {
        /** See {@link RpcConnection#call}. */
        CompletableFuture<RpcAnswer> call(String method, byte[] param);

        /** Whether nobody waits for the answer any more. */
        default boolean isOver() {
            return false;
        }
    }

    /**
     * A question.
     *
     * @param description what is asked, for messages
     * @param question one attempt; asked again for another
     */
    MetaCall(Context context, String description, Function<Calls, CompletableFuture<T>> question) {
        this.context = context;
        this.description = description;
        this.question = question;
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
            asked = question.apply(callsOn(lease.connection()));
        } catch (RuntimeException e) {
            asked = CompletableFuture.failedFuture(e);
        }
        return asked.whenComplete((answer, error) -> lease.release());
    }

    private Calls callsOn(RpcConnection connection) {
        return new Calls() {
            @Override
            public CompletableFuture<RpcAnswer> call(String method, byte[] param) {
                return connection.call(new RpcRequest(method, param, callTimeoutNanos()));
            }

            @Override
            public boolean isOver() {
                return result.isDone();
            }
        };
    }

    private void onFailure(CompletableFuture<ServerName> location, Throwable error) {
        ErrorMeaning meaning = ErrorMeaning.ofCall(error, true);
        if (meaning.stale() == Stale.LIMITS) {
            // It does not get smaller.
            result.completeExceptionally(tooLarge(location, error));
            return;
        }
        if (meaning.stale() != Stale.NOTHING) {
            // Also if the error is final: this call fails, but the next one asks the registry.
            context.metaServer.forget(location);
        }
        context.trouble.set(error);
        long pauseNanos = context.settings.retry().pauseNanosAfter(attempts, meaning);
        boolean isInTime = deadlineNanos - context.clock.nanoTime() > pauseNanos;
        if (meaning.isFinal(attempts) || !isInTime) {
            result.completeExceptionally(error);
            return;
        }
        LOG.debug(
                "{}: attempt {} failed, next in {} ms",
                description,
                attempts,
                TimeUnit.NANOSECONDS.toMillis(pauseNanos),
                error);
        retry = context.timer.schedule(this::attempt, pauseNanos);
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
