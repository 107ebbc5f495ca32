package io.sluice.bench.chaos;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network in front of one server: connections to the server pass through the relay, which injects network faults.
 */
final class Relay implements AutoCloseable {
    private static final String FRONT = "127.0.0.1";

    private final EventLoopGroup group;
    private final Channel listener;
    private final int port;
    private final InetSocketAddress target;
    private final Set<RelayLink> links = ConcurrentHashMap.newKeySet();
    private volatile Weather weather = Weather.FAIR;

    /**
     * The network conditions.
     *
     * @param refuses whether connections end at once
     * @param stalls whether no bytes pass
     * @param delayMillis delay of all bytes
     * @param bytesPerSecond in each direction of each connection, 0 for no limit
     */
    record Weather(boolean refuses, boolean stalls, long delayMillis, long bytesPerSecond) {
        static final Weather FAIR = new Weather(false, false, 0, 0);
        static final Weather CUT = new Weather(true, false, 0, 0);
        static final Weather STALLED = new Weather(false, true, 0, 0);

        static Weather slow(long delayMillis) {
            return new Weather(false, false, delayMillis, 0);
        }

        static Weather narrow(long bytesPerSecond) {
            return new Weather(false, false, 0, bytesPerSecond);
        }
    }

    /**
     * Listens on a free port of 127.0.0.1.
     *
     * @param targetHost the host to connect to
     * @param targetPort its port, or 0 for the same port as this relay
     */
    Relay(EventLoopGroup group, String targetHost, int targetPort) {
        this.group = group;
        listener = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel front) {
                        connect(front);
                    }
                })
                .bind(new InetSocketAddress(FRONT, 0))
                .syncUninterruptibly()
                .channel();
        port = ((InetSocketAddress) listener.localAddress()).getPort();
        target = new InetSocketAddress(targetHost, targetPort == 0 ? port : targetPort);
    }

    int port() {
        return port;
    }

    Weather weather() {
        return weather;
    }

    /** Changes the network conditions, also for open connections. */
    void set(Weather next) {
        weather = next;
        for (RelayLink link : List.copyOf(links)) {
            if (next.refuses) {
                link.reset();
            } else {
                link.weatherChanged();
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The listener handles both ends.
    private void connect(Channel front) {
        if (weather.refuses) {
            front.close();
            return;
        }
        RelayLink toServer = new RelayLink(this, front);
        ChannelFuture connected = new Bootstrap()
                .group(front.eventLoop())
                .channel(NioSocketChannel.class)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel back) {
                        RelayLink toClient = new RelayLink(Relay.this, back);
                        toServer.join(toClient);
                        toClient.join(toServer);
                        back.pipeline().addLast(toClient);
                    }
                })
                .connect(target);
        front.pipeline().addLast(toServer);
        connected.addListener(done -> {
            if (connected.isSuccess()) {
                toServer.weatherChanged();
                toServer.peer().weatherChanged();
            } else {
                front.close();
            }
        });
    }

    void opened(RelayLink link) {
        links.add(link);
    }

    void closed(RelayLink link) {
        links.remove(link);
    }

    EventLoopGroup group() {
        return group;
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        List.copyOf(links).forEach(RelayLink::reset);
    }
}
