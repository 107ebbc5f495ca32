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
 * everything before the cells is written from its end to its start, each length after the bytes it counts, and the frame
 * has exactly the size that the header announces. Safe for use by many threads.
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

    /** Bytes of a header without attributes and trace, and of the lengths around it, about. */
    private static final int USUAL_HEADER_BYTES = 64;

    private static final int MIN_ARRAY_BYTES = 1024;

    /** Largest array that is kept: enough for the messages of twenty thousand mutations. */
    private static final int MAX_KEPT_BYTES = 256 * 1024;

    private final long nonceGroup;
    private final boolean verifyCells;
    private final int maxRequestBytes;

    /** An array that is reused, so that not every request allocates one. A thread that finds it taken gets a new one. */
    private final AtomicReference<byte @Nullable []> spare = new AtomicReference<>();

    /** Length of the next new array: that of the last one given back. Not synchronized, since an older one will do, too. */
    private int usualLength = MIN_ARRAY_BYTES;

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
        ReverseProtoWriter front = new ReverseProtoWriter(takeArray());
        message.writeMessage(front);
        long bytes = front.size() + message.cellBytes();
        if (bytes > maxRequestBytes) {
            giveBack(front.array());
            throw tooBig(bytes);
        }
        int cellBytes = (int) message.cellBytes();
        writeHeader(
                front,
                callId,
                "Multi",
                cellBytes,
                message.priority(),
                timeoutMillis,
                request.requestAttributes(),
                trace(request));
        return frame(front, message, cellBytes, allocator);
    }

    private RequestTooBigException tooBig(long bytes) {
        return new RequestTooBigException(
                "a request of " + bytes + " bytes where " + maxRequestBytes
                        + " are allowed; lower the request size or raise hbase.ipc.max.request.size on both sides",
                bytes,
                maxRequestBytes);
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
        ReverseProtoWriter front = new ReverseProtoWriter(new byte[message.length + USUAL_HEADER_BYTES]);
        front.raw(message, 0, message.length);
        writeHeader(front, callId, method, 0, HConstants.PRIORITY_UNSET, timeoutMillis, Map.of(), Map.of());
        ByteBuf frame = allocator.directBuffer(front.size(), front.size());
        try {
            front.copyTo(frame);
            return frame;
        } catch (Throwable e) {
            frame.release();
            throw e;
        }
    }

    /**
     * Puts what stands before the cells and the cells into a direct buffer of exactly their size. The first part comes from
     * an array: it is short, and the cells are copied only once.
     *
     * @param cellBytes as the header announces them
     * @throws IllegalStateException if there are fewer cells; such a frame must never be sent
     * @throws IndexOutOfBoundsException if there are more
     */
    ByteBuf frame(ReverseProtoWriter front, MultiMessage message, int cellBytes, ByteBufAllocator allocator) {
        int frameSize = Math.addExact(front.size(), cellBytes);
        ByteBuf frame = allocator.directBuffer(frameSize, frameSize);
        try {
            front.copyTo(frame);
            giveBack(front.array());
            message.writeCells(frame);
            if (frame.writerIndex() != frameSize) {
                throw new IllegalStateException(
                        "a frame of " + frame.writerIndex() + " bytes where " + frameSize + " were announced");
            }
            return frame;
        } catch (Throwable e) {
            frame.release();
            throw e;
        }
    }

    /**
     * Writes {@code RequestHeader} of RPC.proto before a message, with the lengths before it and after it. The writer has the
     * message already, and nothing else.
     *
     * @param callId any number but -1, unique among the calls in flight on the connection
     * @param method name of the method
     * @param cellBytes bytes of the cells after the message; 0 for none
     * @param priority {@link HConstants#PRIORITY_UNSET} for none
     * @param timeoutMillis after which the server drops the call without an answer
     * @param attributes request attributes, seen by servers from 2.6 on
     * @param trace headers of a trace ({@code RPCTInfo.headers}), understood by servers from 2.5 on; empty for none
     */
    private static void writeHeader(
            ReverseProtoWriter out,
            int callId,
            String method,
            int cellBytes,
            int priority,
            int timeoutMillis,
            Map<String, byte[]> attributes,
            Map<String, byte[]> trace) {
        out.varint(out.size());
        int before = out.size();
        out.pairs(REQUEST_ATTRIBUTE, attributes);
        out.number(REQUEST_TIMEOUT, timeoutMillis);
        if (priority != HConstants.PRIORITY_UNSET) {
            out.number(REQUEST_PRIORITY, priority);
        }
        if (cellBytes > 0) {
            int meta = out.size();
            out.number(CELL_BLOCK_LENGTH, cellBytes);
            out.delimiter(REQUEST_CELL_BLOCK_META, meta);
        }
        // Without this the server refuses the call, even if the message is empty.
        out.number(REQUEST_PARAM, 1);
        out.string(REQUEST_METHOD_NAME, method);
        if (!trace.isEmpty()) {
            int info = out.size();
            // An entry of a map has the fields of a pair.
            out.pairs(TRACE_HEADERS, trace);
            out.delimiter(REQUEST_TRACE_INFO, info);
        }
        out.number(REQUEST_CALL_ID, callId & 0xffffffffL);
        out.varint(out.size() - before);
        out.int32(Math.addExact(out.size(), cellBytes));
    }

    /** An array with any content, for the caller alone until it is {@link #giveBack given back}. */
    byte[] takeArray() {
        byte[] kept = spare.getAndSet(null);
        return kept == null ? new byte[usualLength] : kept;
    }

    /** Keeps an array, which may be a longer one than was taken. */
    void giveBack(byte[] array) {
        usualLength = Math.min(array.length, MAX_KEPT_BYTES);
        if (array.length <= MAX_KEPT_BYTES) {
            spare.set(array);
        }
    }
}
