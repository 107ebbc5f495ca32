package io.sluice.testserver;

import java.nio.charset.StandardCharsets;

/**
 * One cell as it was written.
 *
 * @param timestamp in milliseconds; {@link Long#MAX_VALUE} in a request means that the server sets it
 * @param type {@code KeyValue.Type} of HBase
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record StoredCell(byte[] row, byte[] family, byte[] qualifier, long timestamp, Type type, byte[] value) {
    static final long LATEST = Long.MAX_VALUE;

    /** The type of a cell, with its code on the wire. */
    public enum Type {
        PUT(4),
        DELETE(8),
        DELETE_FAMILY_VERSION(10),
        DELETE_COLUMN(12),
        DELETE_FAMILY(14);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        static Type of(int code) {
            for (Type type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new IllegalArgumentException("cell of type " + code);
        }
    }

    StoredCell at(long millis) {
        return new StoredCell(row, family, qualifier, millis, type, value);
    }

    StoredCell withValue(byte[] other) {
        return new StoredCell(row, family, qualifier, timestamp, type, other);
    }

    /** The value as text. */
    public String text() {
        return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return new String(row, StandardCharsets.UTF_8) + "/" + new String(family, StandardCharsets.UTF_8) + ":"
                + new String(qualifier, StandardCharsets.UTF_8) + "/" + timestamp + "/" + type + "/" + value.length;
    }
}
