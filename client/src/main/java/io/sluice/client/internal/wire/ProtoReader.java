package io.sluice.client.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a protobuf message field by field: {@link #next()}, then exactly one of the value methods or {@link #skip()}.
 *
 * <p>Every length is checked against what is left before anything is read or allocated, so malformed bytes end in a
 * {@link MalformedMessageException} and cost no more memory than they have themselves. The array must stay as it is while
 * it is read. Not safe for use by several threads.
 */
public final class ProtoReader {
    private static final int MAX_DEPTH = 32;
    private static final int MAX_LINE_BYTES = 2048;
    private static final int MAX_FIELD = (1 << 29) - 1;

    // Not a buffer: each of its bytes would be read with a check of who owns it, and bounds beside ours.
    private final byte[] array;
    private final int depth;
    private int position;
    private int limit;
    private int wireType = -1;
    private int field;

    public ProtoReader(byte[] message) {
        this(message, 0, message.length);
    }

    /** Reads a part of an array. */
    ProtoReader(byte[] array, int from, int to) {
        this(array, from, to, 0);
    }

    private ProtoReader(byte[] array, int position, int limit, int depth) {
        this.array = array;
        this.position = position;
        this.limit = limit;
        this.depth = depth;
    }

    /** The number of the next field, or 0 at the end. */
    public int next() throws MalformedMessageException {
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

    /** Passes over fields up to the next one with this number; returns whether there is one. */
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
    public boolean bool() throws MalformedMessageException {
        return varint() != 0;
    }

    /** The value of a field of type bytes, a copy. */
    public byte[] bytes() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        int length = rawLength();
        byte[] value = Arrays.copyOfRange(array, position, position + length);
        position += length;
        return value;
    }

    /** The value of a field of type string; bytes that are not UTF-8 become replacement characters. */
    public String string() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        int length = rawLength();
        String value = new String(array, position, length, StandardCharsets.UTF_8);
        position += length;
        return value;
    }

    /** A reader of the field's message; this reader goes on behind it. */
    public ProtoReader message() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        if (depth == MAX_DEPTH) {
            throw malformed("messages nested deeper than " + MAX_DEPTH);
        }
        int length = rawLength();
        ProtoReader inner = new ProtoReader(array, position, position + length, depth + 1);
        position += length;
        return inner;
    }

    /** Passes over the value of the field that {@link #next()} has named, of whatever type it is. */
    public void skip() throws MalformedMessageException {
        int type = wireType;
        wireType = -1;
        skip(type, field, 0);
    }

    /**
     * Goes into the field's message without an object: from now on this reader ends where the message ends.
     *
     * @return what {@link #leave} needs to come out again
     */
    int enter() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        int length = rawLength();
        int outer = limit;
        limit = position + length;
        return outer;
    }

    /** Comes out of the message that {@link #enter} went into and goes on behind it, wherever in it the reader was. */
    void leave(int outer) {
        position = limit;
        limit = outer;
        wireType = -1;
    }

    /** Reads a varint that stands for itself, such as the length before a delimited message. */
    int rawLength() throws MalformedMessageException {
        long length = rawVarint();
        if (length < 0 || length > limit - position) {
            throw malformed("length " + length + " where " + (limit - position) + " bytes are left");
        }
        return (int) length;
    }

    /** Goes into a message of which only the length comes first; the counterpart is {@link #leave}. */
    int enterDelimited() throws MalformedMessageException {
        int length = rawLength();
        int outer = limit;
        limit = position + length;
        return outer;
    }

    /**
     * The value of a field of type string up to its first line break, of a long line only the beginning. Exceptions
     * come as whole stack traces, which nobody shall keep.
     */
    String firstLine() throws MalformedMessageException {
        expect(ProtoWriter.DELIMITED);
        int length = rawLength();
        int longest = Math.min(length, MAX_LINE_BYTES);
        int line = 0;
        while (line < longest && array[position + line] != '\n') {
            line++;
        }
        String value = new String(array, position, line, StandardCharsets.UTF_8);
        position += length;
        return value.strip();
    }

    /** What is being read, or holds it. */
    byte[] array() {
        return array;
    }

    /** Index in the array of the next byte to be read. */
    int position() {
        return position;
    }

    /** Bytes up to the end of the message that is being read. */
    int remaining() {
        return limit - position;
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
        if (groups > MAX_DEPTH) {
            throw malformed("groups nested deeper than " + MAX_DEPTH);
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
