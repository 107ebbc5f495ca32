package io.sluice.testserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One client's connection: preamble, header, then calls. On the event loop. */
final class ServedConnection extends ByteToMessageDecoder {
    private static final int TLS_HANDSHAKE = 22;
    private static final int TLS_MAJOR = 3;
    private static final int PREAMBLE_BYTES = 6;
    private static final int AUTH_SIMPLE = 0x50;
    private static final int SWITCH_TO_SIMPLE = -88;
    private static final int CONNECTION_CALL = -1;
    private static final Set<String> SERVICES = Set.of("ClientService", "ClientMetaService");
    private static final String CODEC = "org.apache.hadoop.hbase.codec.KeyValueCodec";

    private enum State {
        PREAMBLE,
        SASL,
        HEADER,
        CALLS
    }

    private final TestServer server;
    private final Channel channel;
    private final int number;
    private State state = State.PREAMBLE;
    private boolean deaf;

    ServedConnection(TestServer server, Channel channel, int number) {
        this.server = server;
        this.channel = channel;
        this.number = number;
    }

    TestServer server() {
        return server;
    }

    int number() {
        return number;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (server.isSilent() || deaf) {
            // After bytes were lost, the rest cannot be decoded.
            deaf = true;
            in.skipBytes(in.readableBytes());
            return;
        }
        if (state == State.PREAMBLE) {
            if (in.readableBytes() >= PREAMBLE_BYTES) {
                preamble(ByteBufUtil.getBytes(in.readSlice(PREAMBLE_BYTES)));
            }
            return;
        }
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > server.maxRequestBytes()) {
            tooBig(in, length);
        } else if (in.readableBytes() - Integer.BYTES >= length) {
            in.skipBytes(Integer.BYTES);
            frame(ByteBufUtil.getBytes(in.readSlice(length)));
        }
    }

    /** Refuses a call that is too large. Like a region server, identifies it as soon as its header has arrived. */
    private void tooBig(ByteBuf in, int length) {
        // Counted before the answer is sent, so that a test that has the answer sees the count.
        server.refusedAsTooBig();
        byte[] begin = ByteBufUtil.getBytes(in, in.readerIndex() + Integer.BYTES, in.readableBytes() - Integer.BYTES);
        in.skipBytes(in.readableBytes());
        int headerBytes = begin.length == 0 ? 0 : begin[0];
        if (length > 0 && headerBytes > 0 && begin.length > headerBytes) {
            int callId = (int) ProtoMessage.parse(begin, 1, 1 + headerBytes).number(1, 0);
            send(Response.failed(
                            callId,
                            RemoteError.fatal(
                                    "exceptions.RequestTooBigException", "RPC data length of " + length + " received"))
                    .frame());
        }
        close();
    }

    private void preamble(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (text.equals("Regist")) {
            byte[] message = new ProtoBuilder().text(1, ClientCalls.CLUSTER_ID).toByteArray();
            send(Response.of(CONNECTION_CALL, message, new byte[0]).frame());
            close();
        } else if (text.equals("Securi")) {
            send(Response.failed(CONNECTION_CALL, RemoteError.hbase("ipc.SecurityNotEnabledException", "not enabled"))
                    .frame());
        } else if (bytes[0] == TLS_HANDSHAKE && bytes[1] == TLS_MAJOR) {
            // The client probes for TLS.
            deaf = true;
            close();
        } else if (!text.startsWith("HBas")) {
            server.violation("preamble " + Arrays.toString(bytes));
            deaf = true;
            close();
        } else {
            state = bytes[PREAMBLE_BYTES - 1] == AUTH_SIMPLE ? State.HEADER : State.SASL;
        }
    }

    private void frame(byte[] frame) {
        switch (state) {
            case SASL -> {
                send(ByteBuffer.allocate(2 * Integer.BYTES)
                        .putInt(0)
                        .putInt(SWITCH_TO_SIMPLE)
                        .array());
                state = State.HEADER;
            }
            case HEADER -> header(frame);
            default -> call(frame);
        }
    }

    private void header(byte[] frame) {
        ProtoMessage header = ProtoMessage.parse(frame);
        state = State.CALLS;
        // A region server also closes the connection without a reason.
        if (!SERVICES.contains(header.text(2)) || !header.text(3).equals(CODEC)) {
            server.violation("connection header for " + header.text(2) + " with " + header.text(3));
            close();
        }
    }

    private void call(byte[] frame) {
        Exchange.Call call;
        try {
            call = parse(frame);
        } catch (IllegalArgumentException e) {
            server.violation("request header: " + e.getMessage());
            close();
            return;
        }
        Exchange exchange = new Exchange(this, call);
        server.received(exchange, number);
        try {
            Fault fault = server.script().take(exchange);
            if (fault == null) {
                exchange.send(exchange.respond());
            } else {
                fault.play(exchange);
            }
        } catch (IllegalArgumentException e) {
            server.violation(call.method() + ": " + e.getMessage());
            exchange.send(Response.failed(
                    call.id(), RemoteError.retryable("java.lang.IllegalArgumentException", e.toString())));
        }
    }

    /** {@code varint length, RequestHeader | varint length, message | cells}. */
    private static Exchange.Call parse(byte[] frame) {
        ByteBuffer in = ByteBuffer.wrap(frame);
        ProtoMessage header = ProtoMessage.parse(take(in, varint(in)));
        byte[] message = take(in, varint(in));
        int cellBytes = (int) header.message(5).number(1, 0);
        if (in.remaining() != cellBytes) {
            throw new IllegalArgumentException(in.remaining() + " bytes of cells, " + cellBytes + " announced");
        }
        if (!header.flag(4, false) || !header.has(1)) {
            throw new IllegalArgumentException("no call id, or no flag for the parameter");
        }
        return new Exchange.Call(
                (int) header.number(1, 0), header.text(3), message, take(in, cellBytes), Integer.BYTES + frame.length);
    }

    private static int varint(ByteBuffer in) {
        int value = 0;
        for (int shift = 0; in.hasRemaining() && shift < Integer.SIZE; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("length cut off");
    }

    private static byte[] take(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException(length + " bytes announced, " + in.remaining() + " there");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    // ---- towards the client ----

    @SuppressWarnings("FutureReturnValueIgnored") // A connection that is gone needs no answer.
    void send(byte[] bytes) {
        if (!server.isSilent()) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void close() {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void reset() {
        if (channel.isOpen()) {
            ((SocketChannelConfig) channel.config()).setSoLinger(0);
            channel.close();
        }
    }

    /** Waits until the connection is closed. Call this on threads other than event loops. */
    void awaitClosed() {
        channel.closeFuture().syncUninterruptibly();
    }

    @SuppressWarnings("FutureReturnValueIgnored")
    void schedule(Runnable task, long delay, TimeUnit unit) {
        channel.eventLoop().schedule(task, delay, unit);
    }

    void reading(boolean on) {
        channel.config().setAutoRead(on);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        server.gone(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            server.violation("server failed: " + cause);
        }
        reset();
    }
}
