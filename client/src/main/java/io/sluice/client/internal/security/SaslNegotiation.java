package io.sluice.client.internal.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.sluice.AccessDeniedException;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/**
 * HBase's exchange of SASL tokens: from the client {@code int32 length | token}, from the server {@code int32 status |
 * int32 length | token}, or two texts when the status is not 0. Threads that may block compute the tokens, one at a time.
 */
final class SaslNegotiation extends ByteToMessageDecoder {
    /** A Kerberos token that lists the groups of a large directory has some 64 KiB. */
    static final int MAX_TOKEN_BYTES = 1 << 20;

    private static final int MAX_TEXT_BYTES = 64 << 10;
    private static final int SHOWN_TEXT = 2_048;
    private static final int MAX_ROUNDS = 32;
    /** {@code SaslUtil.SWITCH_TO_SIMPLE_AUTH}, in the place of a length. */
    private static final int SWITCH_TO_SIMPLE = -88;

    private final Handshake handshake;
    private final SaslSession session;
    private final int maxFrameBytes;
    private final BlockingThreads threads;
    private @Nullable SaslClient client;
    private boolean busy = true;
    private int rounds;

    SaslNegotiation(Handshake handshake, SaslSession session, int maxFrameBytes, BlockingThreads threads) {
        this.handshake = handshake;
        this.session = session;
        this.maxFrameBytes = maxFrameBytes;
        this.threads = threads;
    }

    /** Computes the first token and sends it after the preamble. */
    void start() {
        run(() -> {
            byte[] first = begin();
            handshake.onLoop(() -> greet(first));
        });
    }

    private void run(BlockingThreads.Task task) {
        threads.run("Authentication to " + handshake.peer, task, this::refused);
    }

    /** Begins the exchange; returns the first token, which may be empty. */
    private byte[] begin() throws IOException {
        SaslClient made = session.newClient();
        if (made == null) {
            throw new IOException("This JVM has no SASL mechanism " + session.mechanism);
        }
        client = made;
        byte[] first = made.hasInitialResponse() ? session.evaluate(made, new byte[0]) : null;
        return first == null ? new byte[0] : first;
    }

    private SaslClient client() {
        return Objects.requireNonNull(client, "begun");
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    private void greet(byte[] first) {
        handshake.enter(Handshake.Stage.SASL);
        ChannelHandlerContext ctx = handshake.channel.pipeline().context(this);
        ctx.write(ConnectionHeader.preamble(ctx.alloc(), session.authentication), ctx.voidPromise());
        send(ctx, first);
        busy = false;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    private static void send(ChannelHandlerContext ctx, byte[] token) {
        ByteBuf out = ctx.alloc().directBuffer(Integer.BYTES + token.length);
        ctx.writeAndFlush(out.writeInt(token.length).writeBytes(token), ctx.voidPromise());
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws IOException {
        handshake.heard();
        if (handshake.result.isDone()) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (busy) {
            if (in.readableBytes() > MAX_TOKEN_BYTES) {
                throw new MalformedMessageException(handshake.peer + " sends without being asked");
            }
            return;
        }
        if (in.readableBytes() < 2 * Integer.BYTES) {
            return;
        }
        int status = in.getInt(in.readerIndex());
        if (status != 0) {
            readRefusal(in, status);
            return;
        }
        int length = in.getInt(in.readerIndex() + Integer.BYTES);
        if (length == SWITCH_TO_SIMPLE) {
            in.skipBytes(2 * Integer.BYTES);
            fallBack();
            return;
        }
        if (length < 0 || length > MAX_TOKEN_BYTES) {
            throw new MalformedMessageException(
                    "SASL token of " + handshake.peer + ": length " + length + " is not in 0.." + MAX_TOKEN_BYTES);
        }
        if (in.readableBytes() < 2 * Integer.BYTES + length) {
            return;
        }
        in.skipBytes(2 * Integer.BYTES);
        byte[] token = ByteBufUtil.getBytes(in.readSlice(length));
        evaluate(token);
    }

    private void evaluate(byte[] token) throws MalformedMessageException {
        if (++rounds > MAX_ROUNDS) {
            throw new MalformedMessageException(
                    "SASL exchange with " + handshake.peer + " has no end after " + MAX_ROUNDS + " tokens");
        }
        busy = true;
        run(() -> {
            byte[] answer = session.evaluate(client(), token);
            handshake.onLoop(() -> go(answer));
        });
    }

    private void go(byte @Nullable [] answer) {
        ChannelHandlerContext ctx = handshake.channel.pipeline().context(this);
        if (answer != null) {
            send(ctx, answer);
        }
        busy = false;
        if (client().isComplete()) {
            finish(ctx);
        }
    }

    private void finish(ChannelHandlerContext ctx) {
        session.proved();
        String protection = String.valueOf(client().getNegotiatedProperty(Sasl.QOP));
        if (!session.settings.protection().contains(protection)) {
            handshake.fail(new AccessDeniedException("Authentication to " + handshake.peer + " ended in protection '"
                    + protection + "', which hbase.rpc.protection does not allow here"));
            return;
        }
        ChannelPipeline pipeline = ctx.pipeline();
        if (!protection.equals("auth")) {
            String name = ctx.name();
            pipeline.addAfter(name, null, new SaslWrapping(client()));
            pipeline.addAfter(name, null, SaslWrapping.frames(maxFrameBytes));
        } else {
            SaslWrapping.dispose(client);
        }
        // The header names a user only if the client acts for another one.
        String impersonated = session.settings.impersonated();
        handshake.complete(impersonated == null ? null : new ConnectionHeader.User(impersonated, null));
        pipeline.remove(this);
    }

    private void fallBack() {
        SaslWrapping.dispose(client);
        ConnectionHeader.User user = session.settings.fallbackUser();
        if (user == null) {
            handshake.fail(
                    new AccessDeniedException(
                            handshake.peer
                                    + " does not authenticate anybody and asks for plain connections, which are refused:"
                                    + " hbase.security.authentication = simple would be right for it, or"
                                    + " hbase.ipc.client.fallback-to-simple-auth-allowed = true where both kinds are to be written to"));
            return;
        }
        handshake.complete(user);
        handshake.channel.pipeline().remove(this);
    }

    /** Two texts: class and message. */
    private void readRefusal(ByteBuf in, int status) throws MalformedMessageException {
        int start = in.readerIndex() + Integer.BYTES;
        int classLength = length(in, start);
        if (classLength < 0) {
            return;
        }
        int messageStart = start + Integer.BYTES + classLength;
        int messageLength = length(in, messageStart);
        if (messageLength < 0) {
            return;
        }
        String className = text(in, start + Integer.BYTES, classLength);
        String message = text(in, messageStart + Integer.BYTES, messageLength);
        in.skipBytes(in.readableBytes());
        busy = true;
        handshake.decide();
        SaslException refusal =
                new SaslException("the server refused (status " + status + "): " + className + ": " + message.strip());
        threads.run("Authentication to " + handshake.peer, () -> refused(refusal), handshake::fail);
    }

    /** The length of a text; -1 if not all of it has arrived. */
    private int length(ByteBuf in, int index) throws MalformedMessageException {
        if (in.writerIndex() - index < Integer.BYTES) {
            return -1;
        }
        int length = in.getInt(index);
        if (length < 0 || length > MAX_TEXT_BYTES) {
            throw new MalformedMessageException("SASL refusal of " + handshake.peer + ": text of " + length + " bytes");
        }
        return in.writerIndex() - index - Integer.BYTES < length ? -1 : length;
    }

    private static String text(ByteBuf in, int index, int length) {
        return in.toString(index, Math.min(length, SHOWN_TEXT), StandardCharsets.UTF_8);
    }

    /**
     * Reports the failure. After a refusal by SASL itself or by the server the session may know what else to try, and may
     * renew the credentials on this thread, which may block.
     */
    private void refused(IOException cause) {
        handshake.decide();
        IOException told = cause;
        if (cause instanceof SaslException) {
            told = session.failure(cause);
            try {
                told = session.triesAgain(told) ? new SaslSession.RefusedException(told) : told;
            } catch (IOException e) {
                told = e;
            }
        }
        IOException last = told;
        handshake.onLoop(() -> handshake.fail(last));
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        if (handshake.result.isCompletedExceptionally()) {
            SaslWrapping.dispose(client);
        }
    }
}
