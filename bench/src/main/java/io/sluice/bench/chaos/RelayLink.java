package io.sluice.bench.chaos;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannelConfig;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection through a {@link Relay}; it forwards the bytes it reads to its peer. Both are on one event
 * loop.
 */
final class RelayLink extends ChannelInboundHandlerAdapter {
    private static final long MAX_HELD_BYTES = 4 << 20;

    private final Relay relay;
    private final Channel channel;
    private @Nullable RelayLink peer;
    private long heldBytes;
    /** Time at which the bytes read last are forwarded; later bytes are never forwarded before it. */
    private long lastDueNanos = System.nanoTime();

    RelayLink(Relay relay, Channel channel) {
        this.relay = relay;
        this.channel = channel;
    }

    void join(RelayLink other) {
        peer = other;
    }

    RelayLink peer() {
        return Objects.requireNonNull(peer);
    }

    /** Continues or stops reading, depending on the network conditions. Any thread may call it. */
    void weatherChanged() {
        channel.eventLoop().execute(this::readOrNot);
    }

    private void readOrNot() {
        Relay.Weather weather = relay.weather();
        // Held bytes keep the delay they had on arrival, so little may be held, or an old delay would outlast a change.
        long most = weather.bytesPerSecond() > 0 ? weather.bytesPerSecond() / 2 : MAX_HELD_BYTES;
        boolean reads = !weather.stalls() && heldBytes < most && peer().channel.isWritable();
        channel.config().setAutoRead(reads);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        relay.opened(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        Relay.Weather weather = relay.weather();
        long now = System.nanoTime();
        long due = Math.max(lastDueNanos, now + TimeUnit.MILLISECONDS.toNanos(weather.delayMillis()));
        if (weather.bytesPerSecond() > 0) {
            due += bytes.readableBytes() * TimeUnit.SECONDS.toNanos(1) / weather.bytesPerSecond();
        }
        lastDueNanos = due;
        if (due <= now && heldBytes == 0) {
            handOn(bytes);
            return;
        }
        heldBytes += bytes.readableBytes();
        readOrNot();
        schedule(
                () -> {
                    heldBytes -= bytes.readableBytes();
                    handOn(bytes);
                    readOrNot();
                },
                due - now);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void schedule(Runnable task, long nanos) {
        channel.eventLoop().schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The peer's end closes this one.
    private void handOn(ByteBuf bytes) {
        peer().channel.writeAndFlush(bytes);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (peer != null) {
            peer.readOrNot();
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void channelInactive(ChannelHandlerContext ctx) {
        relay.closed(this);
        if (peer != null) {
            long rest = Math.max(0, lastDueNanos - System.nanoTime());
            RelayLink other = peer;
            schedule(
                    () -> other.channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE),
                    rest);
        }
    }

    /** Resets the connection. Any thread may call it. */
    void reset() {
        channel.eventLoop().execute(this::resetNow);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    private void resetNow() {
        if (channel.isOpen()) {
            ((SocketChannelConfig) channel.config()).setSoLinger(0);
            channel.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        resetNow();
    }
}
