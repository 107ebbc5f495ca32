package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.HConstants;
import io.sluice.RequestTooBigException;
import io.sluice.internal.batch.ServerBatch;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the requests of a connection as they go over the wire: {@code int32 length | varint length, RequestHeader | varint
 * length, message | cells}, in one buffer, because a server loses track if length and header arrive separately.
 *
 * <p>The server trusts every length and count: a wrong one damages store files, or stores a cell with another mutation. So
 * there are two passes, one that computes all sizes and one that writes, and a check that they agree. Safe for use by many
 * threads.
 */
public final class RequestEncoder {
    // RPC.proto, RequestHeader
    private static final int REQUEST_CALL_ID = 1;
    private static final int REQUEST_TRACE_INFO = 2;
    private static final int TRACE_HEADERS = 3;
    private static final int REQUEST_METHOD_NAME = 3;
    private static final int REQUEST_PARAM = 4;
    private static final int REQUEST_CELL_BLOCK_META = 5;
    private static final int REQUEST_PRIORITY = 6;
    private static final int REQUEST_TIMEOUT = 7;
    private static final int REQUEST_ATTRIBUTE = 8;

    // RPC.proto, CellBlockMeta
    static final int CELL_BLOCK_LENGTH = 1;

    /** Largest array that is kept: enough for the messages of twenty thousand mutations. */
    private static final int MAX_KEPT_BYTES = 256 * 1024;

    private final long nonceGroup;
    private final boolean verifyCells;
    private final int maxRequestBytes;

    /** An array that is reused, so that not every request allocates one. A thread that finds it taken gets a new one. */
    private final AtomicReference<byte @Nullable []> spare = new AtomicReference<>();

    /**
     * @param nonceGroup number of this client, sent with requests that have nonces
     * @param verifyCells whether to parse all cells once more before they are sent ({@code
     *     sluice.client.verify.cells})
     * @param maxRequestBytes largest {@code Multi} to be encoded; the server closes the connection at its own limit,
     *     {@code hbase.ipc.max.request.size}
     */
    public RequestEncoder(long nonceGroup, boolean verifyCells, int maxRequestBytes) {
        this.nonceGroup = nonceGroup;
        this.verifyCells = verifyCells;
        this.maxRequestBytes = maxRequestBytes;
    }

    /**
     * Encodes a {@code Multi}; the cells are copied.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param timeoutMillis after which the server may drop the call, positive
     * @param allocator provides the direct buffer
     * @return a complete frame, owned by the caller
     * @throws RequestTooBigException if it is larger than the limit
     * @throws IllegalStateException if the request contradicts itself; it must not be sent
     */
    public ByteBuf encode(ServerBatch request, int callId, int timeoutMillis, ByteBufAllocator allocator)
            throws RequestTooBigException {
        if (verifyCells) {
            CellCheck.check(request);
        }
        MultiMessage message = new MultiMessage(request, nonceGroup);
        long bytes = (long) message.messageSize() + message.cellBytes();
        if (bytes > maxRequestBytes) {
            throw new RequestTooBigException(
                    "a request of " + bytes + " bytes where " + maxRequestBytes
                            + " are allowed; lower the request size or raise hbase.ipc.max.request.size on both sides",
                    bytes,
                    maxRequestBytes);
        }
        Header header = new Header(
                callId,
                "Multi",
                message.messageSize(),
                message.cellBytes(),
                message.priority(),
                timeoutMillis,
                request.requestAttributes(),
                trace(request));
        return write(header, message, allocator);
    }

    private static Map<String, byte[]> trace(ServerBatch request) {
        if (request.traceHeaders().isEmpty()) {
            return Map.of();
        }
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        request.traceHeaders().forEach((name, value) -> bytes.put(name, value.getBytes(StandardCharsets.UTF_8)));
        return bytes;
    }

    /**
     * Encodes a request without cells.
     *
     * @param method name of the method, ASCII
     * @param message the encoded request message
     * @return a complete frame, owned by the caller
     */
    public static ByteBuf encode(
            String method, byte[] message, int callId, int timeoutMillis, ByteBufAllocator allocator) {
        Header header = new Header(
                callId, method, message.length, 0, HConstants.PRIORITY_UNSET, timeoutMillis, Map.of(), Map.of());
        int frameSize = header.frontSize();
        byte[] bytes = new byte[frameSize];
        ProtoWriter fields = header.begin(bytes, frameSize);
        fields.raw(message, 0, message.length);
        requireSize("header and message", fields.position(), frameSize);
        ByteBuf frame = allocator.directBuffer(frameSize, frameSize);
        try {
            return frame.writeBytes(bytes);
        } catch (Throwable e) {
            frame.release();
            throw e;
        }
    }

    /**
     * Writes a frame into a direct buffer of exactly its size. Everything before the cells goes through an array: it is
     * short, and the cells are copied only once.
     *
     * @param header announces the sizes of message and cells
     * @throws IllegalStateException if message or cells have another size than announced; such a frame must never be sent
     */
    ByteBuf write(Header header, MultiMessage message, ByteBufAllocator allocator) {
        int frontSize = header.frontSize();
        int frameSize = Math.addExact(frontSize, header.cellBytes());
        byte[] front = takeArray(frontSize);
        ProtoWriter fields = header.begin(front, frontSize);
        message.writeMessage(fields);
        requireSize("header and message", fields.position(), frontSize);
        ByteBuf frame = allocator.directBuffer(frameSize, frameSize);
        try {
            frame.writeBytes(front, 0, frontSize);
            giveBack(front);
            message.writeCells(frame);
            requireSize("frame", frame.writerIndex(), frameSize);
            return frame;
        } catch (Throwable e) {
            frame.release();
            throw e;
        }
    }

    private static void requireSize(String what, int written, int computed) {
        if (written != computed) {
            throw new IllegalStateException(what + " of " + written + " bytes where " + computed + " were computed");
        }
    }

    /** An array of at least this length with any content, for the caller alone until it is {@link #giveBack given back}. */
    byte[] takeArray(int length) {
        byte[] kept = spare.getAndSet(null);
        if (kept != null && kept.length >= length) {
            return kept;
        }
        // A power of two, so that slowly growing requests do not each need a new one.
        return new byte[length <= MAX_KEPT_BYTES ? Math.max(1, Integer.highestOneBit(length - 1) << 1) : length];
    }

    void giveBack(byte[] array) {
        if (array.length <= MAX_KEPT_BYTES) {
            spare.set(array);
        }
    }

    /**
     * {@code RequestHeader} of RPC.proto, with the lengths that stand before it and after it.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param method name of the method, ASCII
     * @param messageSize bytes of the request message, without the length before it
     * @param cellBytes bytes of the cells after the request message; 0 for none
     * @param priority {@link HConstants#PRIORITY_UNSET} for none
     * @param timeoutMillis after which the server drops the call without an answer
     * @param attributes request attributes, seen by servers from 2.6 on
     * @param trace headers of a trace in ASCII ({@code RPCTInfo.headers}), understood by servers from 2.5 on; empty for none
     */
    record Header(
            int callId,
            String method,
            int messageSize,
            int cellBytes,
            int priority,
            int timeoutMillis,
            Map<String, byte[]> attributes,
            Map<String, byte[]> trace) {

        /** Bytes of the frame before the cells. */
        int frontSize() {
            int headerSize = size();
            return Math.toIntExact((long) Integer.BYTES
                    + ProtoWriter.size(headerSize)
                    + headerSize
                    + ProtoWriter.size(messageSize)
                    + messageSize);
        }

        /** Writes everything before the message to the start of an array; the writer takes the message next. */
        ProtoWriter begin(byte[] front, int frontSize) {
            ProtoWriter out = new ProtoWriter(front);
            out.int32(frontSize - Integer.BYTES + cellBytes);
            out.varint(size());
            write(out);
            out.varint(messageSize);
            return out;
        }

        /** Bytes of the header, without a length before it. */
        private int size() {
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

        private void write(ProtoWriter out) {
            out.number(REQUEST_CALL_ID, callId & 0xffffffffL);
            if (!trace.isEmpty()) {
                out.delimiter(REQUEST_TRACE_INFO, Math.toIntExact(ProtoWriter.pairsSize(trace)));
                // An entry of a map has the fields of a pair.
                out.pairs(TRACE_HEADERS, trace);
            }
            out.string(REQUEST_METHOD_NAME, method, method.length());
            // Without this the server refuses the call, even if the message is empty.
            out.number(REQUEST_PARAM, 1);
            if (cellBytes > 0) {
                out.delimiter(REQUEST_CELL_BLOCK_META, ProtoWriter.fieldSize(cellBytes));
                out.number(CELL_BLOCK_LENGTH, cellBytes);
            }
            if (priority != HConstants.PRIORITY_UNSET) {
                out.number(REQUEST_PRIORITY, priority);
            }
            out.number(REQUEST_TIMEOUT, timeoutMillis);
            out.pairs(REQUEST_ATTRIBUTE, attributes);
        }
    }
}
