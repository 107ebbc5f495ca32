package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts the bytes from a server into frames by the int32 length before each, and passes them on without it. Memory grows with
 * the bytes received, never with the announced length. An impossible length ends the connection: nothing after it can be
 * understood.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
    private static final String TLS_ADVICE =
            "; the server speaks TLS, and hbase.client.netty.tls.enabled is false here";

    private final int maxFrameBytes;
    private boolean broken;

    /** @param maxFrameBytes longest frame to accept */
    public FrameDecoder(int maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The channel reports its own end.
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (broken) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < Integer.BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 0 || length > maxFrameBytes) {
            broken = true;
            in.skipBytes(in.readableBytes());
            // The cause first: closing the channel fails the calls in flight, whose errors should name it.
            ctx.fireExceptionCaught(new MalformedMessageException("Malformed frame: length " + length + " is not in 0.."
                    + maxFrameBytes + (isTlsAlert(length) ? TLS_ADVICE : "")));
            ctx.close();
            return;
        }
        if (in.readableBytes() - Integer.BYTES >= length) {
            in.skipBytes(Integer.BYTES);
            out.add(in.readRetainedSlice(length));
        }
    }

    /** A TLS server answers plain text with an alert, which begins with record type 21 and major version 3. */
    private static boolean isTlsAlert(int firstBytes) {
        return firstBytes >>> 16 == 0x1503;
    }
}
