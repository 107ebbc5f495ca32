package io.sluice.client.internal.net;

import io.netty.channel.EventLoop;
import io.sluice.client.internal.security.BlockingThreads;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;

/** Resolves host names on threads of its own: the JVM has no lookup that does not block. */
final class HostResolver {
    private final BlockingThreads threads = new BlockingThreads("sluice-dns-");
    private final Names names;

    /** Resolves a name; may block. */
    @FunctionalInterface
    interface Names {
        InetAddress find(String host) throws UnknownHostException;
    }

    HostResolver(Names names) {
        this.names = names;
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
        threads.run(
                "Looking up host " + host,
                () -> {
                    InetAddress address = find(host);
                    EventLoops.execute(loop, () -> future.complete(address));
                },
                error -> EventLoops.execute(loop, () -> future.completeExceptionally(error)));
        var unused = future.whenComplete((address, error) -> timer.cancel());
        return future;
    }

    private InetAddress find(String host) throws UnknownHostException {
        try {
            return names.find(host);
        } catch (UnknownHostException e) {
            UnknownHostException failure = new UnknownHostException("Unknown host " + host + "; is the name of the"
                    + " region server, as the cluster tells it, known to the DNS of this machine?");
            failure.initCause(e);
            throw failure;
        }
    }

    /** Ends its threads once they are idle. */
    void close() {
        threads.close();
    }
}
