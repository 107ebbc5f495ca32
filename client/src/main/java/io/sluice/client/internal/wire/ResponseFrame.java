package io.sluice.client.internal.wire;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An answer without the length before it: {@code varint length, ResponseHeader | varint length, message | cells}; message and
 * cells are absent if the call failed. Valid until the thread that has read it reads the next one.
 */
public final class ResponseFrame {
    /** Call id of an answer that concerns the whole connection. */
    public static final int CONNECTION_CALL_ID = -1;

    // RPC.proto, ResponseHeader
    private static final int RESPONSE_CALL_ID = 1;
    private static final int RESPONSE_EXCEPTION = 2;
    private static final int RESPONSE_CELL_BLOCK_META = 3;

    /** The size of an answer for twenty thousand mutations. */
    private static final int SCRATCH_BYTES = 256 * 1024;

    /** The current answer of a thread, unless it is longer. A new array for each answer would be garbage of every request. */
    private static final FastThreadLocal<byte[]> SCRATCH = new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
            return new byte[SCRATCH_BYTES];
        }
    };

    private final byte[] bytes;
    private final int end;
    private int callId;
    private RemoteErrors.@Nullable Failure failure;
    private int messageStart;
    private int messageEnd;

    private ResponseFrame(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    /**
     * Reads the header of an answer and finds its parts.
     *
     * @param frame its readable bytes are the answer; its indices do not change
     */
    public static ResponseFrame read(ByteBuf frame) throws MalformedMessageException {
        int length = frame.readableBytes();
        byte[] bytes = length <= SCRATCH_BYTES ? SCRATCH.get() : new byte[length];
        frame.getBytes(frame.readerIndex(), bytes, 0, length);
        ResponseFrame response = new ResponseFrame(bytes, length);
        ProtoReader reader = new ProtoReader(bytes, 0, length);
        long cellBytes = response.readHeader(reader);
        response.messageStart = length;
        response.messageEnd = length;
        if (response.failure == null) {
            int messageBytes = reader.remaining() == 0 ? 0 : reader.rawLength();
            response.messageStart = reader.position();
            response.messageEnd = reader.position() + messageBytes;
            int rest = length - response.messageEnd;
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
                case RESPONSE_CALL_ID -> {
                    callId = (int) reader.varint();
                    identified = true;
                }
                case RESPONSE_EXCEPTION -> failure = RemoteErrors.Failure.read(reader.message());
                case RESPONSE_CELL_BLOCK_META ->
                    cellBytes = reader.message().varint(RequestEncoder.CELL_BLOCK_LENGTH, 0);
                default -> reader.skip();
            }
        }
        reader.leave(outer);
        if (!identified) {
            throw new MalformedMessageException("Malformed answer: no call id in the header");
        }
        return cellBytes;
    }

    /** The call that is answered, or {@link #CONNECTION_CALL_ID}. */
    public int callId() {
        return callId;
    }

    /** Why the call failed, or null; a new exception each time. */
    public @Nullable IOException error() {
        return failure == null ? null : RemoteErrors.ofCall(failure);
    }

    /** Whether the server gives up the connection, so that it will not answer further calls. */
    public boolean isFatal() {
        return callId == CONNECTION_CALL_ID || (failure != null && RemoteErrors.isFatal(failure));
    }

    /** A reader of the result message. */
    public ProtoReader messageReader() {
        return new ProtoReader(bytes, messageStart, messageEnd);
    }

    /** A copy of the result message. */
    public byte[] message() {
        return Arrays.copyOfRange(bytes, messageStart, messageEnd);
    }

    /** A copy of the cells. */
    public byte[] cells() {
        return Arrays.copyOfRange(bytes, messageEnd, end);
    }
}
