package io.sluice.client.internal.net;

import io.netty.bootstrap.Bootstrap;
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
import io.sluice.client.internal.security.BlockingThreads;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.Peer;
import io.sluice.client.internal.security.SaslSession;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.jfr.Jfr;
import io.sluice.internal.metrics.ClientNumbers;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.pool.Opener;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections: resolves the host, connects, secures the channel, and sends the header. Safe for use by many
 * threads.
 */
public final class NettyConnector implements AutoCloseable {
    private static final String CLOSED = "closed by this client";
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EventLoops loops;
    private final ConnectionSettings settings;
    private final ChannelSecurity security;
    private final ClientNumbers numbers;
    private final NameService names;
    private final BlockingThreads nameThreads = new BlockingThreads("sluice-dns-");
    private volatile boolean closed;
    // Closes what comes to it when it is closed: an event loop that ends runs its last tasks after it has closed its
    // channels, and a channel that such a task opens would leak its file descriptor.
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, /* stayClosed= */ true);

    /** Resolves a host name; may block. */
    @FunctionalInterface
    interface NameService {
        InetAddress find(String host) throws UnknownHostException;
    }

    /**
     * @param security is closed with this
     * @param numbers told what goes to servers and comes back
     */
    public NettyConnector(
            EventLoops loops, ConnectionSettings settings, ChannelSecurity security, ClientNumbers numbers) {
        this(loops, settings, security, numbers, InetAddress::getByName);
    }

    NettyConnector(
            EventLoops loops,
            ConnectionSettings settings,
            ChannelSecurity security,
            ClientNumbers numbers,
            NameService names) {
        this.loops = loops;
        this.settings = settings;
        this.security = security;
        this.numbers = numbers;
        this.names = names;
    }

    /** Opens connections to a region server for writes and reads, on the event loop that the pool names. */
    public Opener<RegionServerConnection> opener(ServerName server) {
        // Now, and not with the first connection: failed attempts are counted, too.
        ServerNumbers unused = numbers.server(server.getHostAndPort());
        return loop -> open(server, ConnectionHeader.CLIENT_SERVICE, loops.loop(loop));
    }

    /**
     * Opens a connection to a service, on any event loop.
     *
     * @param serviceName {@link ConnectionHeader#CLIENT_SERVICE} or {@link ConnectionHeader#CLIENT_META_SERVICE}
     * @return completes on the connection's event loop, within the connect timeout. Fails with an
     *     {@link java.io.IOException} that names host, address and cause. Servers do not answer the header: a service
     *     they do not offer shows as a connection that ends before its first answer
     */
    public CompletableFuture<RegionServerConnection> open(ServerName server, String serviceName) {
        return open(server, serviceName, loops.any());
    }

    /** Opens connections to the service {@code ClientMetaService} of servers. */
    public RpcConnection.Connector metaService() {
        return server -> open(server, ConnectionHeader.CLIENT_META_SERVICE);
    }

    private CompletableFuture<RegionServerConnection> open(ServerName server, String serviceName, EventLoop loop) {
        PendingConnection pending = new PendingConnection(server, serviceName, loop);
        if (Jfr.recordsConnects()) {
            Jfr.Connect event = Jfr.Connect.begun(server.getHostAndPort(), serviceName);
            var unused = pending.result.whenComplete((connection, error) -> event.ended(error));
        }
        pending.lookUp();
        return pending.result;
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
        nameThreads.close();
        security.close();
    }

    /** A connection on its way to its header, on its event loop; over several channels if need be. */
    private final class PendingConnection {
        private final ServerName server;
        private final String serviceName;
        private final EventLoop loop;
        private final long timeoutNanos = settings.connectTimeoutNanos();
        private final long endNanos = System.nanoTime() + timeoutNanos;
        private final CompletableFuture<RegionServerConnection> result = new CompletableFuture<>();
        /** Null until the name is known. */
        private @Nullable Peer peer;

        private @Nullable SaslSession session;
        private volatile Timer.Cancellable deadline = () -> {};

        PendingConnection(ServerName server, String serviceName, EventLoop loop) {
            this.server = server;
            this.serviceName = serviceName;
            this.loop = loop;
        }

        /**
         * Ends the look-up of the name. Each later step has a deadline and a better message of its own; after another second
         * one was lost. The pool has taken a place for the connection, which only the result gives back.
         */
        private void late() {
            if (peer == null) {
                fail(new UnknownHostException("Host " + server.getHostname() + " could not be looked up in "
                        + Amounts.seconds(timeoutNanos)));
            } else {
                deadline = EventLoops.schedule(
                        loop,
                        () -> fail(new ConnectException("Cannot connect to " + server.getHostAndPort()
                                + ": no outcome in " + Amounts.seconds(timeoutNanos + GRACE_NANOS))),
                        GRACE_NANOS);
            }
        }

        /** The JVM has no look-up that does not block, so it runs on a thread of its own. */
        void lookUp() {
            deadline = EventLoops.schedule(loop, this::late, timeoutNanos);
            nameThreads.run(
                    "Looking up host " + server.getHostname(),
                    () -> {
                        InetAddress address = address();
                        EventLoops.execute(loop, () -> found(address));
                    },
                    error -> EventLoops.execute(loop, () -> fail(error)));
        }

        private InetAddress address() throws UnknownHostException {
            try {
                return names.find(server.getHostname());
            } catch (UnknownHostException e) {
                UnknownHostException failure = new UnknownHostException("Unknown host " + server.getHostname()
                        + "; is the name of the region server, as the cluster tells it, known to the DNS of this"
                        + " machine?");
                failure.initCause(e);
                throw failure;
            }
        }

        private void found(InetAddress address) {
            if (!result.isDone()) {
                peer = new Peer(server, address, serviceName);
                session = security.newSession(peer);
                connect();
            }
        }

        private Peer peer() {
            return Objects.requireNonNull(peer, "found");
        }

        private void connect() {
            if (closed) {
                fail(refused(new IOException(CLOSED)));
                return;
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(restNanos());
            try {
                bootstrap()
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(Integer.MAX_VALUE, millis))
                        .connect(new InetSocketAddress(peer().address(), server.getPort()))
                        .addListener((ChannelFuture connected) -> connected(connected));
            } catch (RuntimeException | Error e) {
                fail(refused(e));
            }
        }

        private Bootstrap bootstrap() {
            return new Bootstrap()
                    .group(loop)
                    .channel(loops.channelType())
                    .option(ChannelOption.ALLOCATOR, FrameAllocator.DEFAULT)
                    // A write that fails leaves the socket open for reading: see RegionServerConnection.writeFailed().
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

        private void connected(ChannelFuture connected) {
            if (!connected.isSuccess()) {
                Throwable cause = connected.cause();
                ConnectException refused = refused(closed ? new IOException(CLOSED, cause) : cause);
                // A channel that could not even be made has told so on a thread of Netty's own.
                EventLoops.execute(loop, () -> fail(refused));
                return;
            }
            Channel channel = connected.channel();
            try {
                var unused = security.secure(channel, peer(), restNanos(), session)
                        .whenComplete((user, error) -> secured(channel, user, error));
            } catch (RuntimeException | Error e) {
                giveUp(channel, refused(e));
            }
        }

        private void secured(Channel channel, ConnectionHeader.@Nullable User user, @Nullable Throwable error) {
            if (error == null) {
                try {
                    greet(channel, user);
                } catch (RuntimeException | Error e) {
                    giveUp(channel, refused(e));
                }
            } else if (closed) {
                giveUp(channel, refused(new IOException(CLOSED, error)));
            } else if (error instanceof SaslSession.RefusedException) {
                // Nothing waits for the old channel to close.
                var unused = channel.close();
                connect();
            } else {
                giveUp(channel, error);
            }
        }

        /**
         * Makes the connection. The header is written but not flushed until the receiver of the connection has written its
         * first request: one packet less on the way.
         */
        @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
        private void greet(Channel channel, ConnectionHeader.@Nullable User user) {
            RegionServerConnection connection =
                    new RegionServerConnection(channel, settings, numbers.server(server.getHostAndPort()));
            channel.write(
                    ConnectionHeader.encode(channel.alloc(), user, serviceName, settings.attributes()),
                    channel.voidPromise());
            channel.config().setAutoRead(true);
            if (!channel.isActive()) {
                connection.end(new IOException("closed by the server at once"));
            }
            deadline.cancel();
            if (!result.complete(connection)) {
                // Given up by its deadline.
                connection.close();
                return;
            }
            EventLoops.execute(channel.eventLoop(), channel::flush);
        }

        @SuppressWarnings("FutureReturnValueIgnored") // The result tells all.
        private void giveUp(Channel channel, Throwable error) {
            channel.close();
            fail(error);
        }

        private void fail(Throwable error) {
            deadline.cancel();
            result.completeExceptionally(error);
        }

        private long restNanos() {
            return Math.max(TimeUnit.MILLISECONDS.toNanos(1), endNanos - System.nanoTime());
        }

        private ConnectException refused(Throwable cause) {
            ConnectException error = new ConnectException(
                    "Cannot connect to " + peer() + " (" + peer().address().getHostAddress() + "): " + reason(cause));
            error.initCause(cause);
            return error;
        }

        /** Netty says that it cannot make a channel, and only below that why: no file descriptors are left, say. */
        private static String reason(Throwable cause) {
            Throwable root = cause;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            String message = String.valueOf(cause.getMessage());
            String below = String.valueOf(root.getMessage());
            return message.contains(below) ? message : message + ": " + below;
        }
    }
}
