package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.MultiResponseParser;
import io.sluice.client.internal.wire.RequestEncoder;
import io.sluice.client.internal.wire.ResponseFrame;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.retry.ErrorMeaning;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One TCP connection to one service of a server. Any number of threads call; the server works on the calls of a
 * connection at the same time and answers in any order.
 *
 * <p>Every outcome is told once, on the event loop of the connection, and never inside the call of {@link #multi} or
 * {@link #call}; from then on nothing of a batch is read.
 */
public final class RegionServerConnection implements RpcConnection {
    /** Of a call that finds out whether the server answers; its caller has a timeout of its own. */
    private static final long HEALTH_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Channel channel;
    private final String address;
    private final CallFlow flow;
    private final RequestEncoder encoder;
    /** Used on the event loop only. */
    private final MultiResponseParser parser = new MultiResponseParser();

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    /** To be called on the event loop of the channel. */
    RegionServerConnection(Channel channel, ConnectionSettings settings, ServerNumbers numbers) {
        this.channel = channel;
        address = numbers.address();
        flow = new CallFlow(channel, settings.maxFrameBytes(), numbers);
        encoder = new RequestEncoder(settings.nonceGroup(), settings.verifyCells(), settings.maxFrameBytes());
        channel.closeFuture().addListener(ended -> closed.complete(null));
    }

    /**
     * Sends a {@code Multi}.
     *
     * @param timeoutNanos how long the answer may take, waiting un-encoded included
     * @param answer told the outcome once, on the event loop
     */
    public void multi(ServerBatch batch, long timeoutNanos, BatchSender.Answer answer) {
        flow.submit(new MultiCall(batch, timeoutNanos, answer));
    }

    @Override
    public CompletableFuture<Answer> call(String method, byte[] param, long timeoutNanos) {
        MethodCall call = new MethodCall(method, param, timeoutNanos);
        flow.submit(call);
        return call.future;
    }

    @Override
    public boolean isOpen() {
        return flow.isOpen();
    }

    /** Whether the socket takes no more bytes for now. */
    @Override
    public boolean isSaturated() {
        return !channel.isWritable();
    }

    /**
     * Sends a {@code Multi} without regions, which every region server answers; HBase has no method for it. On other
     * services the answer is an error, which is a sign of life, too.
     */
    @Override
    public CompletableFuture<Boolean> checkHealth() {
        return call("Multi", new byte[0], HEALTH_TIMEOUT_NANOS).handle((answer, error) -> isOpen());
    }

    @Override
    public CompletableFuture<Void> closed() {
        return closed;
    }

    @Override
    public void close() {
        EventLoops.execute(channel.eventLoop(), () -> flow.end(new IOException("closed by this client")));
    }

    /** Encoded bytes that the socket has not taken yet, about. */
    long unsentBytes() {
        ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
        return buffer == null ? 0 : buffer.totalPendingWriteBytes();
    }

    /** What the channel's handler tells of. */
    CallFlow flow() {
        return flow;
    }

    @Override
    public String toString() {
        return address + (isOpen() ? "" : " (closed)");
    }

    /** A {@code Multi}: mutations of one batch. */
    final class MultiCall extends Call {
        private final ServerBatch batch;
        private final BatchSender.Answer answer;

        MultiCall(ServerBatch batch, long timeoutNanos, BatchSender.Answer answer) {
            super(timeoutNanos);
            this.batch = batch;
            this.answer = answer;
        }

        @Override
        ByteBuf encode(int callId, int timeoutMillis, ByteBufAllocator allocator) throws RequestTooBigException {
            if (!batch.batch().tryRetain()) {
                throw new IllegalStateException("the mutations have been given up");
            }
            try {
                return encoder.encode(batch, callId, timeoutMillis, allocator);
            } finally {
                batch.batch().release();
            }
        }

        @Override
        Runnable answered(ResponseFrame frame) throws MalformedMessageException {
            ServerBatchResult result = parser.parse(frame.messageReader(), batch);
            return () -> answer.complete(result);
        }

        @Override
        void failed(Throwable error, ErrorMeaning meaning) {
            answer.complete(ServerBatchResult.failed(error, meaning));
        }

        @Override
        String method() {
            return "multi";
        }

        @Override
        String content() {
            return batch.mutationCount() + " mutations, " + Amounts.bytes(batch.bytes());
        }
    }

    /** A call of any method with small messages. */
    static final class MethodCall extends Call {
        private final String method;
        private final byte[] param;
        private final CompletableFuture<Answer> future = new CompletableFuture<>();

        MethodCall(String method, byte[] param, long timeoutNanos) {
            super(timeoutNanos);
            this.method = method;
            this.param = param;
        }

        @Override
        ByteBuf encode(int callId, int timeoutMillis, ByteBufAllocator allocator) {
            return RequestEncoder.encode(method, param, callId, timeoutMillis, allocator);
        }

        @Override
        Runnable answered(ResponseFrame frame) {
            Answer answer = new Answer(frame.message(), frame.cells());
            return () -> future.complete(answer);
        }

        @Override
        void failed(Throwable error, ErrorMeaning meaning) {
            future.completeExceptionally(error);
        }

        @Override
        String method() {
            return method;
        }

        @Override
        String content() {
            return Amounts.bytes(param.length);
        }
    }
}
