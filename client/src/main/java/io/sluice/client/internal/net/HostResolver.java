package io.sluice.client.internal.net;

import io.netty.channel.EventLoop;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks host names up on threads of its own: the JVM has no look-up that does not block. */
final class HostResolver {
    private static final int THREADS = 4;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor executor;
    private final Names names;

    /** What knows the addresses of names; may take its time. */
    @FunctionalInterface
    interface Names {
        InetAddress find(String host) throws UnknownHostException;
    }

    HostResolver(Names names) {
        this.names = names;
        AtomicInteger number = new AtomicInteger();
        executor = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "sluice-dns-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
    }

    /**
     * Looks a host up.
     *
     * @param loop on which the future completes
     * @return the address, or an {@link UnknownHostException} that names the host; any other {@link IOException} once closed
     */
    CompletableFuture<InetAddress> resolve(String host, EventLoop loop, long timeoutNanos) {
        CompletableFuture<InetAddress> future = new CompletableFuture<>();
        Timer.Cancellable timer = EventLoops.schedule(
                loop,
                () -> future.completeExceptionally(new UnknownHostException(
                        "Host " + host + " could not be looked up in " + Amounts.seconds(timeoutNanos))),
                timeoutNanos);
        Runnable lookUp = () -> {
            Runnable outcome = lookUp(host, future);
            timer.cancel();
            EventLoops.execute(loop, outcome);
        };
        try {
            executor.execute(lookUp);
        } catch (RejectedExecutionException e) {
            timer.cancel();
            future.completeExceptionally(
                    new IOException("Host " + host + " is not looked up: this client is closed", e));
        }
        return future;
    }

    /** Waits for the answer; returns what tells it. */
    private Runnable lookUp(String host, CompletableFuture<InetAddress> future) {
        IOException failure;
        try {
            InetAddress address = names.find(host);
            return () -> future.complete(address);
        } catch (UnknownHostException e) {
            failure = new UnknownHostException("Unknown host " + host + "; is the name of the"
                    + " region server, as the cluster tells it, known to the DNS of this machine?");
            failure.initCause(e);
        } catch (RuntimeException | Error e) {
            // Of a name service that is not the JDK's own, or of a JVM in need: the opening must end all the same.
            failure = new IOException("Host " + host + " could not be looked up: " + e, e);
        }
        IOException error = failure;
        return () -> future.completeExceptionally(error);
    }

    /** Ends its threads once they are idle. */
    void close() {
        executor.shutdown();
    }
}
