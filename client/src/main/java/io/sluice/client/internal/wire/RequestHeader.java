package io.sluice.client.internal.wire;

import java.util.Map;

/**
 * {@code RequestHeader} of RPC.proto.
 *
 * @param callId any number but -1, unique among the calls in flight on the connection
 * @param method name of the method, ASCII
 * @param cellBytes bytes of the cells behind the request message; 0 for none
 * @param timeoutMillis the server drops the call without an answer when it is older
 * @param attributes request attributes, seen by servers from 2.6 on
 * @param trace headers of a trace in ASCII ({@code RPCTInfo.headers}), understood by servers from 2.5 on; empty for none
 */
record RequestHeader(
        int callId,
        String method,
        int cellBytes,
        int timeoutMillis,
        Map<String, byte[]> attributes,
        Map<String, byte[]> trace) {

    /** Bytes of the message, without a length before it. */
    int size() {
        long size = ProtoWriter.fieldSize(callId & 0xffffffffL) + ProtoWriter.delimitedSize(method.length()) + 2L;
        if (!trace.isEmpty()) {
            size += ProtoWriter.delimitedSize(Math.toIntExact(Attributes.size(trace)));
        }
        if (cellBytes > 0) {
            size += ProtoWriter.delimitedSize(ProtoWriter.fieldSize(cellBytes));
        }
        size += ProtoWriter.fieldSize(timeoutMillis) + Attributes.size(attributes);
        return Math.toIntExact(size);
    }

    void write(ProtoWriter out) {
        out.number(Fields.REQUEST_CALL_ID, callId & 0xffffffffL);
        if (!trace.isEmpty()) {
            out.delimiter(Fields.REQUEST_TRACE_INFO, Math.toIntExact(Attributes.size(trace)));
            // An entry of a map has the fields of a pair.
            Attributes.write(out, Fields.TRACE_HEADERS, trace);
        }
        out.string(Fields.REQUEST_METHOD_NAME, method, method.length());
        // Without this the server refuses even methods whose message is empty.
        out.number(Fields.REQUEST_PARAM, 1);
        if (cellBytes > 0) {
            out.delimiter(Fields.REQUEST_CELL_BLOCK_META, ProtoWriter.fieldSize(cellBytes));
            out.number(Fields.CELL_BLOCK_LENGTH, cellBytes);
        }
        out.number(Fields.REQUEST_TIMEOUT, timeoutMillis);
        Attributes.write(out, Fields.REQUEST_ATTRIBUTE, attributes);
    }
}
