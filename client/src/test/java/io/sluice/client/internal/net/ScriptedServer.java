package io.sluice.client.internal.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ExceptionResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.ResponseHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/** A server on the loop-back interface that reads requests with HBase's classes and does as a test says. */
final class ScriptedServer implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, /* stayClosed= */ true);
    private final Channel listener;

    /** Requests in the order in which they came. */
    final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    final BlockingQueue<Channel> connections = new LinkedBlockingQueue<>();
    final List<byte[]> connectionHeaders = new CopyOnWriteArrayList<>();

    ScriptedServer() throws InterruptedException {
        this(true);
    }

    /** @param reads whether it reads what comes; if not, the client's socket fills up */
    ScriptedServer(boolean reads) throws InterruptedException {
        this(reads, 0);
    }

    /** @param port to listen at, or 0 for any */
    ScriptedServer(boolean reads, int port) throws InterruptedException {
        ChannelFuture bound = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.AUTO_READ, reads)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        open.add(channel);
                        connections.add(channel);
                        channel.pipeline().addLast(new RequestDecoder());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .await();
        listener = bound.channel();
        if (!bound.isSuccess()) {
            close();
            throw new IllegalStateException("cannot listen at port " + port, bound.cause());
        }
    }

    int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    Request take() throws InterruptedException {
        Request request = requests.poll(20, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came");
        }
        return request;
    }

    /** One request as HBase understands it. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Request(Channel channel, RequestHeader header, byte[] rest) {
        MultiRequest multi() throws IOException {
            return MultiRequest.parseDelimitedFrom(new ByteArrayInputStream(rest));
        }

        void acknowledge() throws IOException {
            MultiResponse.Builder answer = MultiResponse.newBuilder();
            for (RegionAction region : multi().getRegionActionList()) {
                RegionActionResult.Builder results = RegionActionResult.newBuilder();
                region.getActionList()
                        .forEach(action -> results.addResultOrException(
                                ResultOrException.newBuilder().setIndex(action.getIndex())));
                answer.addRegionActionResult(results);
            }
            answer(header.getCallId(), answer.build());
        }

        void answer(int callId, Message message) throws IOException {
            write(ResponseHeader.newBuilder().setCallId(callId).build(), message);
        }

        void fail(int callId, ExceptionResponse.Builder exception) throws IOException {
            write(
                    ResponseHeader.newBuilder()
                            .setCallId(callId)
                            .setException(exception)
                            .build(),
                    null);
        }

        private void write(ResponseHeader header, @Nullable Message message) throws IOException {
            ByteBuf out = channel.alloc().buffer();
            out.writeInt(0);
            ByteBufOutputStream stream = new ByteBufOutputStream(out);
            header.writeDelimitedTo(stream);
            if (message != null) {
                message.writeDelimitedTo(stream);
            }
            out.setInt(0, out.readableBytes() - 4);
            raw(out);
        }

        void raw(ByteBuf bytes) {
            channel.writeAndFlush(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        }
    }

    private final class RequestDecoder extends ByteToMessageDecoder {
        private boolean greeted;

        @Override
        protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws IOException {
            int start = greeted ? 0 : 6;
            if (in.readableBytes() < start + 4
                    || in.readableBytes() < start + 4 + in.getInt(in.readerIndex() + start)) {
                return;
            }
            in.skipBytes(start);
            byte[] frame = ByteBufUtil.getBytes(in.readSlice(in.readInt()));
            if (!greeted) {
                greeted = true;
                connectionHeaders.add(frame);
                return;
            }
            ByteArrayInputStream stream = new ByteArrayInputStream(frame);
            RequestHeader header = RequestHeader.parseDelimitedFrom(stream);
            requests.add(new Request(ctx.channel(), header, stream.readAllBytes()));
        }
    }

    @Override
    public void close() {
        if (!group.isShuttingDown()) {
            // The end of the group alone leaves it listening now and then, and connections open.
            ChannelFuture unused = listener.close().syncUninterruptibly();
            open.close().awaitUninterruptibly();
        }
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
