package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.RequestTooBigException;
import io.sluice.internal.batch.ServerBatch;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Encodes the {@code Multi} requests of a connection. The server trusts every length and count: a wrong one damages store
 * files, or stores a cell with another mutation. So there are two passes, one that computes all sizes and one that writes,
 * and a check that they agree. Safe for use by many threads.
 */
public final class MultiEncoder {
    private static final String METHOD = "Multi";

    private final long nonceGroup;
    private final boolean verifyCells;
    private final int maxRequestBytes;
    private final SpareArray spare = new SpareArray();

    /**
     * @param nonceGroup number of this client, sent with requests that have nonces
     * @param verifyCells whether to parse all cells once more before they are sent ({@code
     *     sluice.client.verify.cells})
     * @param maxRequestBytes largest request to be encoded; the server closes the connection at its own limit,
     *     {@code hbase.ipc.max.request.size}
     */
    public MultiEncoder(long nonceGroup, boolean verifyCells, int maxRequestBytes) {
        this.nonceGroup = nonceGroup;
        this.verifyCells = verifyCells;
        this.maxRequestBytes = maxRequestBytes;
    }

    /**
     * Encodes a request; the cells are copied.
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
        RequestFrame.Header header = new RequestFrame.Header(
                callId,
                METHOD,
                message.cellBytes(),
                message.priority(),
                timeoutMillis,
                request.requestAttributes(),
                trace(request));
        return RequestFrame.write(
                allocator, header, message.messageSize(), message::writeMessage, message::writeCells, spare);
    }

    private static Map<String, byte[]> trace(ServerBatch request) {
        if (request.traceHeaders().isEmpty()) {
            return Map.of();
        }
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        request.traceHeaders().forEach((name, value) -> bytes.put(name, value.getBytes(StandardCharsets.UTF_8)));
        return bytes;
    }
}
