package io.sluice.client.internal.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;

/** Signs or encrypts what is sent: {@code int32 length | wrapped bytes}, in pieces that both sides are said to take. */
final class SaslWrapEncoder extends MessageToByteEncoder<ByteBuf> {
    private static final int MAX_PIECE_BYTES = 64 << 10;
    private static final int MIN_PIECE_BYTES = 1 << 10;
    /** Headers and trailer of a piece, about; the buffer grows if it is more. */
    private static final int OVERHEAD_BYTES = 128;

    private final SaslClient client;
    private final int pieceBytes;

    SaslWrapEncoder(SaslClient client) {
        super(ByteBuf.class);
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

    @Override
    protected ByteBuf allocateBuffer(ChannelHandlerContext ctx, ByteBuf message, boolean preferDirect) {
        int pieces = message.readableBytes() / pieceBytes + 1;
        return ctx.alloc().directBuffer(message.readableBytes() + pieces * OVERHEAD_BYTES);
    }

    @Override
    protected void encode(ChannelHandlerContext ctx, ByteBuf message, ByteBuf out) throws SaslException {
        while (message.isReadable()) {
            int length = Math.min(pieceBytes, message.readableBytes());
            byte[] wrapped = client.wrap(ByteBufUtil.getBytes(message.readSlice(length)), 0, length);
            out.writeInt(wrapped.length).writeBytes(wrapped);
        }
    }
}
