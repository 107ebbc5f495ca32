package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.HConstants;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A request as it goes over the wire: {@code int32 length | varint length, RequestHeader | varint length, message |
 * cells}, in one buffer, because a server loses track if length and header arrive separately.
 */
public final class RequestFrame {
    private RequestFrame() {}

    /**
     * A request without cells.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param timeoutMillis after which the server may drop the call, positive
     * @param message the encoded request message
     * @return a buffer that the caller owns
     */
    public static ByteBuf encode(
            ByteBufAllocator allocator, int callId, int timeoutMillis, String method, byte[] message) {
        Header header = new Header(callId, method, 0, HConstants.PRIORITY_UNSET, timeoutMillis, Map.of(), Map.of());
        return write(
                allocator,
                header,
                message.length,
                out -> out.raw(message, 0, message.length),
                cells -> {},
                new SpareArray());
    }

    /**
     * {@code RequestHeader} of RPC.proto.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param method name of the method, ASCII
     * @param cellBytes bytes of the cells after the request message; 0 for none
     * @param priority {@link HConstants#PRIORITY_UNSET} for none
     * @param timeoutMillis after which the server drops the call without an answer
     * @param attributes request attributes, seen by servers from 2.6 on
     * @param trace headers of a trace in ASCII ({@code RPCTInfo.headers}), understood by servers from 2.5 on; empty for none
     */
    record Header(
            int callId,
            String method,
            int cellBytes,
            int priority,
            int timeoutMillis,
            Map<String, byte[]> attributes,
            Map<String, byte[]> trace) {

        /** Bytes of the message, without a length before it. */
        int size() {
            long size = ProtoWriter.fieldSize(callId & 0xffffffffL) + ProtoWriter.delimitedSize(method.length()) + 2L;
            if (!trace.isEmpty()) {
                size += ProtoWriter.delimitedSize(Math.toIntExact(ProtoWriter.pairsSize(trace)));
            }
            if (cellBytes > 0) {
                size += ProtoWriter.delimitedSize(ProtoWriter.fieldSize(cellBytes));
            }
            if (priority != HConstants.PRIORITY_UNSET) {
                size += ProtoWriter.fieldSize(priority);
            }
            size += ProtoWriter.fieldSize(timeoutMillis) + ProtoWriter.pairsSize(attributes);
            return Math.toIntExact(size);
        }

        void write(ProtoWriter out) {
            out.number(Fields.REQUEST_CALL_ID, callId & 0xffffffffL);
            if (!trace.isEmpty()) {
                out.delimiter(Fields.REQUEST_TRACE_INFO, Math.toIntExact(ProtoWriter.pairsSize(trace)));
                // An entry of a map has the fields of a pair.
                out.pairs(Fields.TRACE_HEADERS, trace);
            }
            out.string(Fields.REQUEST_METHOD_NAME, method, method.length());
            // Without this the server refuses the call, even if the message is empty.
            out.number(Fields.REQUEST_PARAM, 1);
            if (cellBytes > 0) {
                out.delimiter(Fields.REQUEST_CELL_BLOCK_META, ProtoWriter.fieldSize(cellBytes));
                out.number(Fields.CELL_BLOCK_LENGTH, cellBytes);
            }
            if (priority != HConstants.PRIORITY_UNSET) {
                out.number(Fields.REQUEST_PRIORITY, priority);
            }
            out.number(Fields.REQUEST_TIMEOUT, timeoutMillis);
            out.pairs(Fields.REQUEST_ATTRIBUTE, attributes);
        }
    }

    /**
     * Writes a frame into a direct buffer of exactly its size. Everything before the cells goes through an array: it is
     * short, and the cells are copied only once.
     *
     * @param messageSize bytes of the message, without the length before it
     * @param message writes the message
     * @param cells writes the bytes that the header announces
     * @param spare provides the array
     * @throws IllegalStateException if message or cells have another size than announced; such a frame must never be sent
     */
    static ByteBuf write(
            ByteBufAllocator allocator,
            Header header,
            int messageSize,
            Consumer<ProtoWriter> message,
            Consumer<ByteBuf> cells,
            SpareArray spare) {
        int headerSize = header.size();
        long length = (long) ProtoWriter.size(headerSize)
                + headerSize
                + ProtoWriter.size(messageSize)
                + messageSize
                + header.cellBytes();
        int frameSize = Math.toIntExact(Integer.BYTES + length);
        int frontSize = frameSize - header.cellBytes();
        byte[] front = spare.take(frontSize);
        ProtoWriter fields = new ProtoWriter(front);
        fields.int32((int) length);
        fields.varint(headerSize);
        header.write(fields);
        fields.varint(messageSize);
        message.accept(fields);
        requireSize("header and message", fields.position(), frontSize);
        ByteBuf out = allocator.directBuffer(frameSize, frameSize);
        boolean complete = false;
        try {
            out.writeBytes(front, 0, frontSize);
            spare.giveBack(front);
            cells.accept(out);
            requireSize("frame", out.writerIndex(), frameSize);
            complete = true;
            return out;
        } finally {
            if (!complete) {
                out.release();
            }
        }
    }

    private static void requireSize(String what, int written, int computed) {
        if (written != computed) {
            throw new IllegalStateException(what + " of " + written + " bytes where " + computed + " were computed");
        }
    }
}
