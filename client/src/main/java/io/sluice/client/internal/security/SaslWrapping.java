package io.sluice.client.internal.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageCodec;
import io.sluice.client.internal.wire.FrameDecoder;
import io.sluice.client.internal.wire.MalformedMessageException;
import java.util.List;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.jspecify.annotations.Nullable;

/**
 * Signs or encrypts what is sent, as {@code int32 length | wrapped bytes} in pieces of the negotiated size, and checks or
 * decrypts what arrives, frame by frame after a {@link FrameDecoder}. The unwrapped bytes are a stream: answers may begin and
 * end anywhere in a frame.
 */
final class SaslWrapping extends MessageToMessageCodec<ByteBuf, ByteBuf> {
    private static final int MAX_PIECE_BYTES = 64 << 10;
    private static final int MIN_PIECE_BYTES = 1 << 10;
    /** Estimate for the header and trailer of a piece; the buffer grows if it is too low. */
    private static final int PIECE_OVERHEAD_BYTES = 128;

    private static final int ANSWER_OVERHEAD_BYTES = 64 << 10;

    private final SaslClient client;
    private final int pieceBytes;
    private boolean broken;

    SaslWrapping(SaslClient client) {
        super(ByteBuf.class, ByteBuf.class);
        this.client = client;
        pieceBytes = pieceBytes(client.getNegotiatedProperty(Sasl.RAW_SEND_SIZE));
    }

    private static int pieceBytes(Object negotiated) {
        try {
            int size = negotiated == null ? MAX_PIECE_BYTES : Integer.parseInt(negotiated.toString());
            return Math.max(MIN_PIECE_BYTES, Math.min(MAX_PIECE_BYTES, size));
        } catch (NumberFormatException e) {
            return MIN_PIECE_BYTES;
        }
    }

    /** Cuts the input into wrapped pieces; a server wraps a whole answer as one. */
    static FrameDecoder frames(int maxFrameBytes) {
        return new FrameDecoder((int) Math.min(Integer.MAX_VALUE, (long) maxFrameBytes + ANSWER_OVERHEAD_BYTES));
    }

    @Override
    protected void encode(ChannelHandlerContext ctx, ByteBuf message, List<Object> out) throws SaslException {
        int pieces = message.readableBytes() / pieceBytes + 1;
        ByteBuf wrapped = ctx.alloc().directBuffer(message.readableBytes() + pieces * PIECE_OVERHEAD_BYTES);
        try {
            while (message.isReadable()) {
                int length = Math.min(pieceBytes, message.readableBytes());
                byte[] piece = client.wrap(ByteBufUtil.getBytes(message.readSlice(length)), 0, length);
                wrapped.writeInt(piece.length).writeBytes(piece);
            }
            // Added last, since the codec sends what is in the list even if this method throws.
            out.add(wrapped.retain());
        } finally {
            wrapped.release();
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf frame, List<Object> out) throws MalformedMessageException {
        if (broken) {
            return;
        }
        byte[] wrapped = ByteBufUtil.getBytes(frame);
        try {
            out.add(Unpooled.wrappedBuffer(client.unwrap(wrapped, 0, wrapped.length)));
        } catch (SaslException e) {
            // Nothing after it can be trusted.
            broken = true;
            throw new MalformedMessageException("What came is not what the server has wrapped: " + e.getMessage());
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        dispose(client);
    }

    /** Disposes of the secrets, if there are any yet. */
    static void dispose(@Nullable SaslClient client) {
        try {
            if (client != null) {
                client.dispose();
            }
        } catch (SaslException e) {
            // It was disposed of already.
        }
    }
}
