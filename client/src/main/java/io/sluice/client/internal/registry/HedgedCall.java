package io.sluice.client.internal.registry;

import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.Decoder;
import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.net.RpcRequest;
import io.sluice.internal.pool.Connector;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Timer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks servers the same question, some at a time, until the first good answer. Each failure starts the next server, and so
 * does each {@link #DELAY_NANOS} without an answer, since a server that is silent may take all the time that there is.
 * When the last has failed, so does the call, with all failures in the message.
 */
final class HedgedCall<T> {
    /** Many times what a server takes that is well; twenty servers are asked within the usual time for a connect. */
    static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Connector<? extends RpcConnection> connector;
    private final List<ServerName> servers;
    private final String method;
    private final long timeoutNanos;
    private final Decoder<byte[], T> decoder;
    private final Timer timer;
    private final Runnable onServerFailure;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final AtomicInteger next = new AtomicInteger();
    /** Written by one task after the other. The thread that ends the call may miss the newest task, which then finds the call
     * done. */
    private volatile Timer.Cancellable hedge = () -> {};

    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failed = new AtomicInteger();

    /**
     * @param servers in the order in which they are asked
     * @param method of service {@code ClientMetaService}, one whose request has no fields
     * @param timeoutNanos how long one server may take
     * @param decoder reads the result message; the next server is asked when it fails
     * @param onServerFailure run after each server that failed
     */
    HedgedCall(
            Connector<? extends RpcConnection> connector,
            List<ServerName> servers,
            String method,
            long timeoutNanos,
            Decoder<byte[], T> decoder,
            Timer timer,
            Runnable onServerFailure) {
        this.connector = connector;
        this.servers = servers;
        this.method = method;
        this.timeoutNanos = timeoutNanos;
        this.decoder = decoder;
        this.timer = timer;
        this.onServerFailure = onServerFailure;
    }

    /** Completes with the first good answer. */
    CompletableFuture<T> result() {
        return result;
    }

    /** Starts it with so many servers at the same time; to be called once. */
    void start(int fanout) {
        for (int i = 0; i < fanout; i++) {
            askNext();
        }
        hedge();
        var unused = result.whenComplete((answer, error) -> hedge.cancel());
    }

    private void hedge() {
        if (next.get() < servers.size() && !result.isDone()) {
            hedge = timer.schedule(
                    () -> {
                        askNext();
                        hedge();
                    },
                    DELAY_NANOS);
        }
    }

    /** Ends it; no further server is asked. */
    void fail(Throwable error) {
        result.completeExceptionally(error);
    }

    private void askNext() {
        int index = next.getAndIncrement();
        if (index >= servers.size() || result.isDone()) {
            return;
        }
        ServerName server = servers.get(index);
        // open() inside thenCompose, so that an exception thrown by it counts as a failure of the server.
        var unused = CompletableFuture.completedFuture(server)
                .<RpcConnection>thenCompose(address -> connector.open(address).thenApply(c -> c))
                .thenCompose(this::ask)
                .thenCompose(Decoder.step(answer -> decoder.decode(answer.message())))
                .whenComplete((answer, error) -> {
                    if (error == null) {
                        result.complete(answer);
                    } else {
                        onFailure(server, error);
                    }
                });
    }

    private CompletableFuture<RpcAnswer> ask(RpcConnection connection) {
        return connection
                .call(new RpcRequest(method, new byte[0], timeoutNanos))
                .whenComplete((answer, error) -> connection.close());
    }

    private void onFailure(ServerName server, Throwable error) {
        Throwable cause = Completions.cause(error);
        failures.add(server.getHostAndPort() + ": " + cause);
        // Each failure is in the list before it counts, so the last one to count sees all.
        boolean wasLast = failed.incrementAndGet() == servers.size();
        if (wasLast) {
            result.completeExceptionally(new RegistryUnavailableException(
                    method + " failed at all servers. " + String.join("; ", failures), cause));
        } else {
            askNext();
        }
        onServerFailure.run();
    }
}
