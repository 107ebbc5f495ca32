package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A request as it goes over the wire: {@code int32 length | varint length, RequestHeader | varint length, message |
 * cells}, in one buffer, because the server loses its place when length and header arrive apart.
 */
public final class RequestFrame {
    private RequestFrame() {}

    /**
     * A request without cells.
     *
     * @param message the encoded request message
     * @param priority {@code RequestHeader.priority}, -1 for none
     * @return a buffer that the caller owns
     */
    public static ByteBuf encode(ByteBufAllocator allocator, Call call, String method, byte[] message, int priority) {
        RequestHeader header =
                new RequestHeader(call.id(), method, 0, priority, call.timeoutMillis(), Map.of(), Map.of());
        return write(allocator, header, message.length, out -> out.writeBytes(message));
    }

    /**
     * What a call is beside its content.
     *
     * @param id any number but -1, unique among the calls in flight on the connection
     * @param timeoutMillis from when on the server need not answer any more, positive
     */
    public record Call(int id, int timeoutMillis) {}

    /**
     * Writes a frame into a direct buffer of exactly its size.
     *
     * @param messageSize bytes that {@code body} writes before the cells
     * @param body writes the message and then the cells, {@code header.cellBytes()} of them
     * @throws IllegalStateException if the body has another size than was said; such a frame must never be sent
     */
    static ByteBuf write(ByteBufAllocator allocator, RequestHeader header, int messageSize, Consumer<ByteBuf> body) {
        int headerSize = header.size();
        long length = (long) Varint.size(headerSize)
                + headerSize
                + Varint.size(messageSize)
                + messageSize
                + header.cellBytes();
        int frameSize = Math.toIntExact(Integer.BYTES + length);
        ByteBuf out = allocator.directBuffer(frameSize, frameSize);
        boolean complete = false;
        try {
            out.writeInt((int) length);
            Varint.write(out, headerSize);
            header.write(out);
            Varint.write(out, messageSize);
            body.accept(out);
            if (out.writerIndex() != frameSize) {
                throw new IllegalStateException(
                        "frame of " + out.writerIndex() + " bytes where " + frameSize + " were computed");
            }
            complete = true;
            return out;
        } finally {
            if (!complete) {
                out.release();
            }
        }
    }
}
