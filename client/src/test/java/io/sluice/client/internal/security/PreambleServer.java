package io.sluice.client.internal.security;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server on the loop-back interface, with TLS or without, that notes what comes first and answers with given bytes. */
@SuppressWarnings("FutureReturnValueIgnored") // What fails shows in the test.
public final class PreambleServer implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final Channel listener;
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    /**
     * @param tls null for plain text
     * @param answer sent when something has come; empty for nothing
     */
    public PreambleServer(@Nullable SslContext tls, byte[] answer) throws InterruptedException {
        listener = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc()));
                        }
                        channel.pipeline().addLast(new Receiver(answer));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
    }

    private final class Receiver extends ChannelInboundHandlerAdapter {
        private final byte[] answer;

        Receiver(byte[] answer) {
            this.answer = answer;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            received.add(ByteBufUtil.hexDump(bytes));
            bytes.release();
            if (answer.length > 0) {
                ctx.writeAndFlush(Unpooled.copiedBuffer(answer), ctx.voidPromise());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** What came first, in hexadecimal digits. */
    public String first() throws InterruptedException {
        String bytes = received.poll(20, TimeUnit.SECONDS);
        if (bytes == null) {
            throw new AssertionError("nothing came");
        }
        return bytes;
    }

    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
