package io.sluice.client.internal.wire;

import io.sluice.ServerName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a protobuf message. The methods without a field number read field by field: {@link #next()}, then exactly one of the
 * value methods or {@link #skip()}; they are for the messages of each request. The methods with a field number find a field
 * anywhere, the last one if there are several, and do not move the reader; they are for rare messages.
 *
 * <p>Every length is checked against the bytes left before anything is read or allocated, so malformed input ends in a
 * {@link MalformedMessageException} and costs no more memory than its own size. The array must not change meanwhile. Not
 * safe for use by several threads.
 */
public final class ProtoReader {
    private static final int MAX_GROUPS = 32;
    private static final int MAX_LINE_BYTES = 2048;
    private static final int MAX_FIELD = (1 << 29) - 1;

    // Not a Netty buffer, which would check its reference count and its bounds for each byte.
    private final byte[] array;
    private int position;
    private int limit;
    private int wireType = -1;
    private int field;

    public ProtoReader(byte[] message) {
        this(message, 0, message.length);
    }

    /** Reads a part of an array. */
    public ProtoReader(byte[] array, int from, int to) {
        this.array = array;
        position = from;
        limit = to;
    }

    // ---- field by field ----

    /** The number of the next field, or 0 at the end. */
    int next() throws MalformedMessageException {
        if (position == limit) {
            return 0;
        }
        long tag = rawVarint();
        long number = tag >>> 3;
        if (number < 1 || number > MAX_FIELD) {
            throw malformed("field number " + number);
        }
        field = (int) number;
        wireType = (int) tag & 7;
        return field;
    }

    /** Skips fields up to the next one with this number; returns whether there is one. */
    public boolean seek(int number) throws MalformedMessageException {
        for (int found = next(); found != 0; found = next()) {
            if (found == number) {
                return true;
            }
            skip();
        }
        return false;
    }

    /** The value of a field of type int32, int64, uint32, uint64, bool or enum; narrow it by a cast. */
    public long varint() throws MalformedMessageException {
        expect(ProtoWriter.VARINT);
        return rawVarint();
    }

    /** The value of a field of type bool. */
    boolean bool() throws MalformedMessageException {
        return varint() != 0;
    }

    /** A reader of the field's message; this reader continues after it. */
    ProtoReader message() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        int length = rawLength();
        position += length;
        return new ProtoReader(array, position - length, position);
    }

    /** Skips the value of the field that {@link #next()} returned, whatever its type. */
    void skip() throws MalformedMessageException {
        int type = wireType;
        wireType = -1;
        skip(type, field, 0);
    }

    /**
     * Enters the field's message without creating an object: from now on this reader ends where the message ends.
     *
     * @return the argument for {@link #leave}
     */
    int enter() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        return enterDelimited();
    }

    /** Leaves the message that {@link #enter} entered; continues after it, wherever in it the reader was. */
    void leave(int outer) {
        position = limit;
        limit = outer;
        wireType = -1;
    }

    /** Reads a length that is not part of a field, such as that before a delimited message. */
    int rawLength() throws MalformedMessageException {
        long length = rawVarint();
        if (length < 0 || length > limit - position) {
            throw malformed("length " + length + " where " + (limit - position) + " bytes are left");
        }
        return (int) length;
    }

    /** Enters a message that has only its length before it; the counterpart is {@link #leave}. */
    int enterDelimited() throws MalformedMessageException {
        int length = rawLength();
        int outer = limit;
        limit = position + length;
        return outer;
    }

    /** Whether the next bytes equal those at {@code start}. */
    boolean repeats(int start, int length) {
        return Arrays.equals(array, start, start + length, array, position, position + length);
    }

    /** Index in the array of the next byte to be read. */
    int position() {
        return position;
    }

    /** Bytes up to the end of the message that is being read. */
    int remaining() {
        return limit - position;
    }

    // ---- fields by their numbers ----

    /** Whether there is such a field. */
    public boolean has(int number) throws MalformedMessageException {
        return fromHere().seek(number);
    }

    /** See {@link #varint()}. */
    public long varint(int number, long ifAbsent) throws MalformedMessageException {
        ProtoReader fields = fromHere();
        long value = ifAbsent;
        while (fields.seek(number)) {
            value = fields.varint();
        }
        return value;
    }

    /** The value of a field of type bool. */
    public boolean bool(int number, boolean ifAbsent) throws MalformedMessageException {
        return varint(number, ifAbsent ? 1 : 0) != 0;
    }

    /** The value of a field of type bytes, a copy; empty if there is none. */
    public byte[] bytes(int number) throws MalformedMessageException {
        ProtoReader value = message(number);
        return Arrays.copyOfRange(array, value.position, value.limit);
    }

    /** The value of a field of type string, empty if there is none; what is not UTF-8 becomes replacement characters. */
    public String string(int number) throws MalformedMessageException {
        return new String(bytes(number), StandardCharsets.UTF_8);
    }

    /**
     * The first line of a field of type string; only the beginning if it is long. Servers send exceptions as complete stack
     * traces.
     */
    String firstLine(int number) throws MalformedMessageException {
        ProtoReader value = message(number);
        int longest = Math.min(value.remaining(), MAX_LINE_BYTES);
        int line = 0;
        while (line < longest && array[value.position + line] != '\n') {
            line++;
        }
        return new String(array, value.position, line, StandardCharsets.UTF_8).strip();
    }

    /** A reader of a field that is a message; of an empty message if there is none. */
    public ProtoReader message(int number) throws MalformedMessageException {
        ProtoReader fields = fromHere();
        ProtoReader message = new ProtoReader(array, position, position);
        while (fields.seek(number)) {
            message = fields.message();
        }
        return message;
    }

    /** Readers of all messages with this field number, in their order. */
    public List<ProtoReader> messages(int number) throws MalformedMessageException {
        ProtoReader fields = fromHere();
        List<ProtoReader> messages = new ArrayList<>();
        while (fields.seek(number)) {
            messages.add(fields.message());
        }
        return messages;
    }

    /** This message as {@code ServerName} of HBase.proto; a message without one is malformed. */
    public ServerName serverName() throws MalformedMessageException {
        try {
            return ServerName.valueOf(string(1), Math.toIntExact(varint(2, 0)), varint(3, ServerName.NON_STARTCODE));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new MalformedMessageException("Malformed ServerName: " + e.getMessage());
        }
    }

    private ProtoReader fromHere() {
        return new ProtoReader(array, position, limit);
    }

    private void skip(int type, int ofField, int groups) throws MalformedMessageException {
        switch (type) {
            case ProtoWriter.VARINT -> rawVarint();
            case ProtoWriter.FIXED64 -> advance(Long.BYTES);
            case ProtoWriter.DELIMITED -> advance(rawLength());
            case ProtoWriter.START_GROUP -> skipGroup(ofField, groups + 1);
            case ProtoWriter.FIXED32 -> advance(Integer.BYTES);
            default -> throw malformed("wire type " + type + " of field " + ofField);
        }
    }

    private void skipGroup(int group, int groups) throws MalformedMessageException {
        if (groups > MAX_GROUPS) {
            throw malformed("groups nested deeper than " + MAX_GROUPS);
        }
        while (true) {
            if (next() == 0) {
                throw malformed("no end of group " + group);
            }
            int inner = field;
            int type = wireType;
            wireType = -1;
            if (type == ProtoWriter.END_GROUP) {
                if (inner != group) {
                    throw malformed("end of group " + inner + " in group " + group);
                }
                return;
            }
            skip(type, inner, groups);
        }
    }

    private long rawVarint() throws MalformedMessageException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            need(1);
            byte next = array[position++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("number of more than ten bytes");
    }

    private void expect(int type) throws MalformedMessageException {
        if (wireType != type) {
            throw malformed("wire type " + wireType + " of field " + field + " where " + type + " is expected");
        }
        wireType = -1;
    }

    private void advance(int bytes) throws MalformedMessageException {
        need(bytes);
        position += bytes;
    }

    private void need(int bytes) throws MalformedMessageException {
        if (limit - position < bytes) {
            throw malformed(bytes + " bytes needed where " + (limit - position) + " are left");
        }
    }

    private MalformedMessageException malformed(String what) {
        return new MalformedMessageException("Malformed message: " + what + " at byte " + position);
    }
}
