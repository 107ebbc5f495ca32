package io.sluice.client.internal.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.sluice.ServerName;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.client.internal.wire.FrameDecoder;
import io.sluice.internal.pool.Connector;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Opens connections: looks the host up, connects, and says who calls. Connections go to the event loops in turn. Safe for
 * use by many threads.
 */
public final class NettyConnector implements Connector<RegionServerConnection>, AutoCloseable {
    private static final int MAX_PORT = 65535;

    private final EventLoops loops;
    private final ConnectionSettings settings;
    private final HostResolver resolver = new HostResolver();

    public NettyConnector(EventLoops loops, ConnectionSettings settings) {
        this.loops = loops;
        this.settings = settings;
    }

    /** Opens a connection to a region server for writes and reads. */
    @Override
    public CompletableFuture<RegionServerConnection> open(ServerName server) {
        return open(server.getHostname(), server.getPort(), ConnectionHeader.CLIENT_SERVICE);
    }

    /**
     * Opens a connection to a service.
     *
     * @param serviceName {@link ConnectionHeader#CLIENT_SERVICE} or {@link ConnectionHeader#CLIENT_META_SERVICE}
     * @return completes on the connection's event loop, within the connect timeout. Fails with an
     *     {@link java.io.IOException} that names host, address and cause. Servers do not answer the header: a service
     *     they do not offer shows as a connection that ends before its first answer
     */
    @SuppressWarnings("FutureReturnValueIgnored") // The result tells all.
    public CompletableFuture<RegionServerConnection> open(String host, int port, String serviceName) {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("port " + port + " of " + host + " is not in 0.." + MAX_PORT);
        }
        CompletableFuture<RegionServerConnection> result = new CompletableFuture<>();
        EventLoop loop = loops.next();
        long startNanos = System.nanoTime();
        long timeoutNanos = settings.socket().connectTimeoutNanos();
        resolver.resolve(host, loop, timeoutNanos).whenComplete((address, error) -> {
            if (error != null) {
                result.completeExceptionally(error);
                return;
            }
            long rest = timeoutNanos - (System.nanoTime() - startNanos);
            connect(new Target(host, port, serviceName, address), loop, rest, result);
        });
        return result;
    }

    /** Where a connection goes. */
    private record Target(String host, int port, String serviceName, InetAddress address) {
        String name() {
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
        }

        ConnectException refused(Throwable cause) {
            ConnectException error = new ConnectException(
                    "Cannot connect to " + name() + " (" + address.getHostAddress() + "): " + cause.getMessage());
            error.initCause(cause);
            return error;
        }
    }

    private void connect(
            Target target, EventLoop loop, long timeoutNanos, CompletableFuture<RegionServerConnection> result) {
        long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
        bootstrap(loop)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) Math.min(Integer.MAX_VALUE, millis))
                .connect(new InetSocketAddress(target.address(), target.port()))
                .addListener((ChannelFuture connected) -> {
                    if (connected.isSuccess()) {
                        establish(connected.channel(), target, result);
                    } else {
                        result.completeExceptionally(target.refused(connected.cause()));
                    }
                });
    }

    private Bootstrap bootstrap(EventLoop loop) {
        ConnectionSettings.Socket socket = settings.socket();
        return new Bootstrap()
                .group(loop)
                .channel(loops.channelType())
                // Netty's adaptive allocator does not pool buffers of a megabyte, the size of our requests.
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.TCP_NODELAY, socket.tcpNoDelay())
                .option(ChannelOption.SO_KEEPALIVE, socket.keepAlive())
                .option(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(socket.lowWaterMarkBytes(), socket.highWaterMarkBytes()))
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        // The rest comes when there is something to read: see greet().
                        channel.config().setAutoRead(false);
                    }
                });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The result tells all.
    private void establish(Channel channel, Target target, CompletableFuture<RegionServerConnection> result) {
        try {
            greet(channel, target, result);
        } catch (RuntimeException | OutOfMemoryError e) {
            channel.close();
            result.completeExceptionally(target.refused(e));
        }
    }

    /**
     * Makes the connection. Preamble and header are written but not flushed until whoever waits for the connection has
     * written its first request: one packet less on the way.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    private void greet(Channel channel, Target target, CompletableFuture<RegionServerConnection> result) {
        RegionServerConnection connection = new RegionServerConnection(channel, target.name(), settings);
        CallFlow flow = connection.flow();
        channel.pipeline()
                .addLast(new ConnectionHandler.ReadClock(flow))
                .addLast(new FrameDecoder(settings.limits().maxFrameBytes()))
                .addLast(new ConnectionHandler(flow));
        channel.write(
                ConnectionHeader.encode(
                        channel.alloc(), settings.userName(), target.serviceName(), settings.attributes()),
                channel.voidPromise());
        channel.config().setAutoRead(true);
        if (!channel.isActive()) {
            flow.end(new IOException("closed by the server at once"));
        }
        result.complete(connection);
        EventLoops.execute(channel.eventLoop(), channel::flush);
    }

    /** Ends the threads that look hosts up. Connections and event loops are closed by who owns them. */
    @Override
    public void close() {
        resolver.close();
    }
}
