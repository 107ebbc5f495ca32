package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.HConstants;
import java.util.Map;

/**
 * A request as it goes over the wire: {@code int32 length | varint length, RequestHeader | varint length, message |
 * cells}, in one buffer, because the server loses its place when length and header arrive apart.
 */
public final class RequestFrame {
    private RequestFrame() {}

    /**
     * A request without cells.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param timeoutMillis from when on the server need not answer any more, positive
     * @param message the encoded request message
     * @return a buffer that the caller owns
     */
    public static ByteBuf encode(
            ByteBufAllocator allocator, int callId, int timeoutMillis, String method, byte[] message) {
        Header header = new Header(callId, method, 0, HConstants.PRIORITY_UNSET, timeoutMillis, Map.of(), Map.of());
        return write(allocator, header, new Message(message), new SpareArray());
    }

    /**
     * {@code RequestHeader} of RPC.proto.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param method name of the method, ASCII
     * @param cellBytes bytes of the cells behind the request message; 0 for none
     * @param priority {@link HConstants#PRIORITY_UNSET} for none
     * @param timeoutMillis the server drops the call without an answer when it is older
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
            // Without this the server refuses even methods whose message is empty.
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

    /** What follows the header. */
    interface Body {
        /** Bytes of the message, without a length before it. */
        int messageSize();

        void writeMessage(ProtoWriter out);

        /** Writes the bytes that the header announces. */
        void writeCells(ByteBuf out);
    }

    /** An encoded message without cells. */
    private record Message(byte[] bytes) implements Body {
        @Override
        public int messageSize() {
            return bytes.length;
        }

        @Override
        public void writeMessage(ProtoWriter out) {
            out.raw(bytes, 0, bytes.length);
        }

        @Override
        public void writeCells(ByteBuf out) {}
    }

    /**
     * Writes a frame into a direct buffer of exactly its size. All before the cells goes through an array: the cells are
     * copied once, and the rest is short.
     *
     * @param spare the array, or none so far
     * @throws IllegalStateException if the body has another size than it says; such a frame must never be sent
     */
    static ByteBuf write(ByteBufAllocator allocator, Header header, Body body, SpareArray spare) {
        int headerSize = header.size();
        int messageSize = body.messageSize();
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
        body.writeMessage(fields);
        requireSize("header and message", fields.position(), frontSize);
        ByteBuf out = allocator.directBuffer(frameSize, frameSize);
        boolean complete = false;
        try {
            out.writeBytes(front, 0, frontSize);
            spare.giveBack(front);
            body.writeCells(out);
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
