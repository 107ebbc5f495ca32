package io.sluice.testserver;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call.
 *
 * @param callId id of the call
 * @param error why it failed, or null
 * @param message the result message; not sent with an error
 * @param cells the cells after the message
 * @param announcedCellBytes length of the cells according to the header
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Response(int callId, @Nullable RemoteError error, byte[] message, byte[] cells, int announcedCellBytes) {
    private static final byte[] NONE = {};

    static Response of(int callId, byte[] message, byte[] cells) {
        return new Response(callId, null, message, cells, cells.length);
    }

    /** The failure of a whole call. */
    public static Response failed(int callId, RemoteError error) {
        return new Response(callId, error, NONE, NONE, 0);
    }

    /** This answer to another call. */
    public Response withCallId(int other) {
        return new Response(other, error, message, cells, announcedCellBytes);
    }

    /** This answer with another message. */
    public Response withMessage(byte[] other) {
        return new Response(callId, error, other, cells, announcedCellBytes);
    }

    /** This answer with a wrong length of its cells. */
    public Response withAnnouncedCellBytes(int bytes) {
        return new Response(callId, error, message, cells, bytes);
    }

    /** The wire format, including the length of the frame. */
    public byte[] frame() {
        ProtoBuilder header = new ProtoBuilder().number(1, callId & 0xFFFFFFFFL);
        if (error != null) {
            header.message(2, error.inHeader());
        }
        if (announcedCellBytes != 0) {
            header.message(3, new ProtoBuilder().number(1, announcedCellBytes));
        }
        ProtoBuilder body = new ProtoBuilder().delimited(header.toByteArray());
        if (error == null) {
            body.delimited(message).raw(cells);
        }
        byte[] content = body.toByteArray();
        return ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array();
    }
}
