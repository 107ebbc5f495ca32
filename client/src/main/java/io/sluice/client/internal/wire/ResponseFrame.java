package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it came over the wire, behind its length: {@code varint length, ResponseHeader | varint length, message |
 * cells}; message and cells are absent when the call failed. A view of the buffer, valid as long as that is.
 */
public final class ResponseFrame {
    /** Call id of an answer that concerns the connection and not a call. */
    public static final int CONNECTION_CALL_ID = -1;

    private static final byte[] NOTHING = {};

    private final ByteBuf frame;
    private int callId;
    private @Nullable RemoteFailure failure;
    private int messageStart;
    private int messageEnd;

    private ResponseFrame(ByteBuf frame) {
        this.frame = frame;
    }

    /**
     * Reads the header of an answer and finds its parts.
     *
     * @param frame the readable bytes are the answer; its indices stay
     */
    public static ResponseFrame read(ByteBuf frame) throws MalformedMessageException {
        ResponseFrame response = new ResponseFrame(frame);
        ProtoReader reader = new ProtoReader(frame);
        long cellBytes = response.readHeader(reader);
        response.messageStart = frame.writerIndex();
        response.messageEnd = frame.writerIndex();
        if (response.failure == null) {
            int length = reader.remaining() == 0 ? 0 : reader.rawLength();
            response.messageStart = reader.position();
            response.messageEnd = reader.position() + length;
            int rest = frame.writerIndex() - response.messageEnd;
            if (rest != cellBytes) {
                throw new MalformedMessageException("Malformed answer to call " + response.callId + ": " + rest
                        + " bytes behind the message, " + cellBytes + " bytes of cells announced");
            }
        }
        return response;
    }

    private long readHeader(ProtoReader reader) throws MalformedMessageException {
        boolean identified = false;
        long cellBytes = 0;
        int outer = reader.enterDelimited();
        for (int field = reader.next(); field != 0; field = reader.next()) {
            switch (field) {
                case Fields.RESPONSE_CALL_ID -> {
                    callId = (int) reader.varint();
                    identified = true;
                }
                case Fields.RESPONSE_EXCEPTION -> failure = RemoteFailure.read(reader.message());
                case Fields.RESPONSE_CELL_BLOCK_META -> cellBytes = readCellBytes(reader.message());
                default -> reader.skip();
            }
        }
        reader.leave(outer);
        if (!identified) {
            throw new MalformedMessageException("Malformed answer: no call id in the header");
        }
        return cellBytes;
    }

    private static long readCellBytes(ProtoReader reader) throws MalformedMessageException {
        long cellBytes = 0;
        for (int field = reader.next(); field != 0; field = reader.next()) {
            if (field == Fields.CELL_BLOCK_LENGTH) {
                cellBytes = reader.varint();
            } else {
                reader.skip();
            }
        }
        return cellBytes;
    }

    /** The call that is answered, or {@link #CONNECTION_CALL_ID}. */
    public int callId() {
        return callId;
    }

    /** Why the call failed, or null. Each call of this method makes a new exception. */
    public @Nullable IOException error() {
        return failure == null ? null : RemoteErrors.ofCall(failure);
    }

    /** Whether the server gives the connection up: no call on it will be answered any more. */
    public boolean isFatal() {
        return callId == CONNECTION_CALL_ID || (failure != null && RemoteErrors.isFatal(failure));
    }

    /** A reader of the result message. */
    public ProtoReader messageReader() {
        return new ProtoReader(frame.slice(messageStart, messageEnd - messageStart));
    }

    /** A copy of the result message. */
    public byte[] message() {
        return copy(messageStart, messageEnd);
    }

    /** A copy of the cells. */
    public byte[] cells() {
        return copy(messageEnd, frame.writerIndex());
    }

    private byte[] copy(int from, int to) {
        return from == to ? NOTHING : ByteBufUtil.getBytes(frame, from, to - from, true);
    }
}
