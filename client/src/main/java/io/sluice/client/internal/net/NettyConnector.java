package io.sluice.client.internal.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.sluice.ServerName;
import io.sluice.client.internal.security.AnotherAttemptException;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.Greeting;
import io.sluice.client.internal.security.Peer;
import io.sluice.client.internal.security.SaslAttempt;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.client.internal.wire.FrameDecoder;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.jfr.JfrConnect;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.pool.Connector;
import io.sluice.internal.pool.Opener;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Opens connections: looks the host up, connects, has the channel secured, and says who calls. Safe for use by many
 * threads.
 */
public final class NettyConnector implements AutoCloseable {
    private static final int MAX_PORT = 65535;
    private static final String CLOSED = "closed by this client";
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EventLoops loops;
    private final ConnectionSettings settings;
    private final ChannelSecurity security;
    private final ClientNumbers numbers;
    private final HostResolver resolver;
    private volatile boolean closed;
    // Closes what comes to it when it is closed: an event loop that ends runs its last tasks after it has closed its
    // channels, and a channel that such a task opens would keep its file descriptor for ever.
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, /* stayClosed= */ true);

    /**
     * @param security is closed with this
     * @param numbers told what goes to servers and comes back
     */
    public NettyConnector(
            EventLoops loops, ConnectionSettings settings, ChannelSecurity security, ClientNumbers numbers) {
        this(loops, settings, security, numbers, new HostResolver(InetAddress::getByName));
    }

    NettyConnector(
            EventLoops loops,
            ConnectionSettings settings,
            ChannelSecurity security,
            ClientNumbers numbers,
            HostResolver resolver) {
        this.loops = loops;
        this.settings = settings;
        this.security = security;
        this.numbers = numbers;
        this.resolver = resolver;
    }

    /**
     * Opens connections to a region server for writes and reads, on the event loop that the pool names. The pool closes
     * those that are idle: it knows how many are to be kept.
     */
    public Opener<RegionServerConnection> opener(ServerName server) {
        Service service = new Service(server.getHostname(), server.getPort(), ConnectionHeader.CLIENT_SERVICE, 0);
        // Now, and not with the first connection: what becomes of the attempts is of interest, too.
        ServerNumbers unused = numbers.server(server.getHostAndPort());
        return loop -> open(service, loops.loop(loop));
    }

    /**
     * Opens a connection to a service, on the next event loop in turn.
     *
     * @param serviceName {@link ConnectionHeader#CLIENT_SERVICE} or {@link ConnectionHeader#CLIENT_META_SERVICE}
     * @return completes on the connection's event loop, within the connect timeout. Fails with an
     *     {@link java.io.IOException} that names host, address and cause. Servers do not answer the header: a service
     *     they do not offer shows as a connection that ends before its first answer
     */
    public CompletableFuture<RegionServerConnection> open(String host, int port, String serviceName) {
        return open(new Service(host, port, serviceName, settings.idleCloseNanos()), loops.next());
    }

    /** Opens connections to the service {@code ClientMetaService} of servers. */
    public Connector<RegionServerConnection> metaService() {
        return server -> open(server.getHostname(), server.getPort(), ConnectionHeader.CLIENT_META_SERVICE);
    }

    /** What is connected to, and how. */
    private record Service(String host, int port, String name, long idleCloseNanos) {
        Service {
            if (port < 0 || port > MAX_PORT) {
                throw new IllegalArgumentException("port " + port + " of " + host + " is not in 0.." + MAX_PORT);
            }
        }

        String address() {
            return ServerName.valueOf(host, port, 0).getHostAndPort();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The result tells all.
    private CompletableFuture<RegionServerConnection> open(Service service, EventLoop loop) {
        CompletableFuture<RegionServerConnection> result = new CompletableFuture<>();
        if (Jfr.recordsConnects()) {
            JfrConnect event = JfrConnect.begun(service.host() + ":" + service.port(), service.name());
            result.whenComplete((connection, error) -> event.ended(error));
        }
        long timeoutNanos = settings.connectTimeoutNanos();
        long endNanos = System.nanoTime() + timeoutNanos;
        // Each step has a deadline and a better message of its own; this one is for a step that is lost. Whoever opens
        // has taken a place for the connection, which only the result gives back.
        Timer.Cancellable end = EventLoops.schedule(
                loop,
                () -> result.completeExceptionally(new ConnectException("Cannot connect to " + service.address()
                        + ": no outcome in " + Amounts.seconds(timeoutNanos + GRACE_NANOS))),
                timeoutNanos + GRACE_NANOS);
        result.whenComplete((connection, error) -> end.cancel());
        resolver.resolve(service.host(), loop, timeoutNanos).whenComplete((address, error) -> {
            if (error != null) {
                result.completeExceptionally(error);
                return;
            }
            Peer peer = new Peer(service.host(), service.port(), address, service.name());
            Target target = new Target(peer, service.idleCloseNanos(), endNanos, SaslAttempt.FIRST);
            try {
                connect(target, loop, result);
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(target.refused(e));
            }
        });
        return result;
    }

    /** Where a connection goes, by when, and how the client proves who it is. */
    private record Target(Peer peer, long idleCloseNanos, long endNanos, SaslAttempt attempt) {
        Target with(SaslAttempt next) {
            return new Target(peer, idleCloseNanos, endNanos, next);
        }

        long restNanos() {
            return Math.max(TimeUnit.MILLISECONDS.toNanos(1), endNanos - System.nanoTime());
        }

        ConnectException refused(Throwable cause) {
            ConnectException error = new ConnectException(
                    "Cannot connect to " + peer + " (" + peer.address().getHostAddress() + "): " + reason(cause));
            error.initCause(cause);
            return error;
        }

        /** Netty says that it cannot make a channel, and only below that why: no file descriptors are left, say. */
        private static String reason(Throwable cause) {
            Throwable root = cause;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return root == cause ? String.valueOf(cause.getMessage()) : cause.getMessage() + ": " + root.getMessage();
        }
    }

    private void connect(Target target, EventLoop loop, CompletableFuture<RegionServerConnection> result) {
        if (closed) {
            result.completeExceptionally(target.refused(new IOException(CLOSED)));
            return;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(target.restNanos());
        bootstrap(loop)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(Integer.MAX_VALUE, millis))
                .connect(new InetSocketAddress(
                        target.peer().address(), target.peer().port()))
                .addListener((ChannelFuture connected) -> {
                    if (connected.isSuccess()) {
                        try {
                            establish(connected.channel(), target, result);
                        } catch (RuntimeException | Error e) {
                            giveUp(connected.channel(), target.refused(e), result);
                        }
                    } else {
                        ConnectException refused = target.refused(connected.cause());
                        // A channel that could not even be made has told so on a thread of Netty's own.
                        EventLoops.execute(loop, () -> result.completeExceptionally(refused));
                    }
                });
    }

    private Bootstrap bootstrap(EventLoop loop) {
        return new Bootstrap()
                .group(loop)
                .channel(loops.channelType())
                // Netty's adaptive allocator does not pool buffers of a megabyte, the size of our requests.
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                // A write that fails leaves the socket open for reading: see CallFlow.writeFailed().
                .option(ChannelOption.AUTO_CLOSE, false)
                .option(ChannelOption.TCP_NODELAY, settings.tcpNoDelay())
                .option(ChannelOption.SO_KEEPALIVE, settings.keepAlive())
                .option(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(settings.lowWaterMarkBytes(), settings.highWaterMarkBytes()))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        open.add(channel);
                        // The rest comes when there is something to read: see greet().
                        channel.config().setAutoRead(false);
                    }
                });
    }

    private void establish(Channel channel, Target target, CompletableFuture<RegionServerConnection> result) {
        var unused = security.secure(channel, target.peer(), target.restNanos(), target.attempt())
                .whenComplete((greeting, error) -> {
                    if (error != null) {
                        refused(channel, target, error, result);
                        return;
                    }
                    try {
                        greet(channel, target, greeting, result);
                    } catch (RuntimeException | Error e) {
                        giveUp(channel, target.refused(e), result);
                    }
                });
    }

    private void refused(
            Channel channel, Target target, Throwable error, CompletableFuture<RegionServerConnection> result) {
        if (closed) {
            giveUp(channel, target.refused(new IOException(CLOSED, error)), result);
        } else if (error instanceof AnotherAttemptException again) {
            connectAnew(channel, target.with(again.next()), result);
        } else {
            giveUp(channel, error, result);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for the end of the old one.
    private void connectAnew(Channel channel, Target target, CompletableFuture<RegionServerConnection> result) {
        channel.close();
        connect(target, channel.eventLoop(), result);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The result tells all.
    private static void giveUp(Channel channel, Throwable error, CompletableFuture<RegionServerConnection> result) {
        channel.close();
        result.completeExceptionally(error);
    }

    /**
     * Makes the connection. Preamble and header are written but not flushed until whoever waits for the connection has
     * written its first request: one packet less on the way.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    private void greet(
            Channel channel, Target target, Greeting greeting, CompletableFuture<RegionServerConnection> result) {
        String name = target.peer().toString();
        ServerNumbers counts = numbers.server(name);
        RegionServerConnection connection =
                new RegionServerConnection(channel, name, settings, target.idleCloseNanos(), counts);
        CallFlow flow = connection.flow();
        channel.pipeline()
                .addLast(new ConnectionHandler.ReadClock(flow))
                .addLast(new FrameDecoder(settings.maxFrameBytes()))
                .addLast(new ConnectionHandler(flow, name, security.encrypts()));
        if (!greeting.preambleSent()) {
            channel.write(
                    ConnectionHeader.preamble(channel.alloc(), ConnectionHeader.Authentication.SIMPLE),
                    channel.voidPromise());
        }
        channel.write(
                ConnectionHeader.encode(
                        channel.alloc(), greeting.user(), target.peer().serviceName()),
                channel.voidPromise());
        channel.config().setAutoRead(true);
        if (!channel.isActive()) {
            flow.end(new IOException("closed by the server at once"));
        }
        if (!result.complete(connection)) {
            // Given up by its deadline.
            connection.close();
            return;
        }
        EventLoops.execute(channel.eventLoop(), channel::flush);
    }

    /**
     * Ends the threads that look hosts up and secure channels, and on their event loops what connections are left,
     * those that are being opened included. The owner of the event loops closes them after this.
     */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The connections' own ends tell.
    public void close() {
        closed = true;
        open.close();
        resolver.close();
        security.close();
    }
}
