package io.sluice.testserver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A protobuf message parsed into its fields, in order, without a schema. */
final class ProtoMessage {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;
    private static final int FIXED32 = 5;
    private static final int MAX_SHIFT = 63;
    private static final byte[] NONE = {};

    private final List<Field> fields = new ArrayList<>();

    /**
     * One field.
     *
     * @param value the value of a number
     * @param from where the bytes of a delimited field begin; -1 for other fields
     */
    private record Field(int number, long value, int from, int to) {}

    private final byte[] source;
    private int position;

    private ProtoMessage(byte[] source, int from) {
        this.source = source;
        this.position = from;
    }

    /** @throws IllegalArgumentException if the bytes are not a message */
    static ProtoMessage parse(byte[] source) {
        return parse(source, 0, source.length);
    }

    /** @throws IllegalArgumentException if the bytes are not a message */
    static ProtoMessage parse(byte[] source, int from, int to) {
        ProtoMessage message = new ProtoMessage(source, from);
        while (message.position < to) {
            message.readField(to);
        }
        return message;
    }

    private void readField(int end) {
        long tag = readVarint(end);
        int number = (int) (tag >>> 3);
        switch ((int) tag & 7) {
            case VARINT -> fields.add(new Field(number, readVarint(end), -1, -1));
            case FIXED64 -> skip(Long.BYTES, end);
            case FIXED32 -> skip(Integer.BYTES, end);
            case DELIMITED -> {
                long length = readVarint(end);
                int from = position;
                skip(length, end);
                fields.add(new Field(number, 0, from, position));
            }
            default -> throw new IllegalArgumentException("wire type of tag " + tag + " at byte " + position);
        }
    }

    private void skip(long bytes, int end) {
        if (bytes < 0 || bytes > end - position) {
            throw new IllegalArgumentException(bytes + " bytes announced, " + (end - position) + " there");
        }
        position += (int) bytes;
    }

    private long readVarint(int end) {
        long value = 0;
        for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
            if (position >= end) {
                throw new IllegalArgumentException("number cut off at byte " + position);
            }
            byte next = source[position++];
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("number of more than 64 bits at byte " + position);
    }

    boolean has(int number) {
        return fields.stream().anyMatch(field -> field.number == number);
    }

    /** The last one counts, as in protobuf. */
    long number(int number, long ifAbsent) {
        long value = ifAbsent;
        for (Field field : fields) {
            value = field.number == number ? field.value : value;
        }
        return value;
    }

    boolean flag(int number, boolean ifAbsent) {
        return number(number, ifAbsent ? 1 : 0) != 0;
    }

    /** A copy; empty if the field is missing. */
    byte[] bytes(int number) {
        byte[] value = NONE;
        for (Field field : fields) {
            if (field.number == number && field.from >= 0) {
                value = Arrays.copyOfRange(source, field.from, field.to);
            }
        }
        return value;
    }

    String text(int number) {
        return new String(bytes(number), StandardCharsets.UTF_8);
    }

    /** An empty message if the field is missing. */
    ProtoMessage message(int number) {
        List<ProtoMessage> all = messages(number);
        return all.isEmpty() ? new ProtoMessage(NONE, 0) : all.get(all.size() - 1);
    }

    List<ProtoMessage> messages(int number) {
        List<ProtoMessage> all = new ArrayList<>();
        for (Field field : fields) {
            if (field.number == number && field.from >= 0) {
                all.add(parse(source, field.from, field.to));
            }
        }
        return all;
    }
}
