package io.sluice.connectors;

import io.sluice.HConstants;
import java.util.Locale;

/** Determines the timestamp of a row's cells. Thread-safe. */
public final class CellTimestamp {
    private static final ColumnType MILLIS = ColumnType.of("timestamp");

    private final String text;
    private final Source source;

    private interface Source {
        long millis(SourceRecord record, RowKind kind);
    }

    private CellTimestamp(String text, Source source) {
        this.text = text;
        this.source = source;
    }

    /** Returns a fixed timestamp for all rows, in milliseconds since 1970. */
    public static CellTimestamp fixed(long millis) {
        return new CellTimestamp(Long.toString(millis), (record, kind) -> millis);
    }

    /**
     * Returns the time of writing, set by the client or the server: a record that is written twice may have two
     * versions.
     */
    public static CellTimestamp ofWriting() {
        return new CellTimestamp("write", (record, kind) -> HConstants.LATEST_TIMESTAMP);
    }

    /** Returns the timestamp of the record, so that a record that is written twice has one version. */
    public static CellTimestamp ofRecord() {
        return new CellTimestamp(
                "record",
                (record, kind) -> record.timestampMillis()
                        .orElseThrow(() -> new IllegalArgumentException("the record has no timestamp of its own; "
                                + ConnectorSettings.TIMESTAMP + "=record needs one")));
    }

    /**
     * Returns the value of a field: milliseconds since 1970, or a time in ISO 8601. A delete without this field gets
     * the time of its record.
     */
    public static CellTimestamp ofField(String field) {
        return new CellTimestamp("{" + field + "}", (record, kind) -> {
            Object value = record.value(field);
            if (value == null
                    && kind == RowKind.DELETE
                    && record.timestampMillis().isPresent()) {
                return record.timestampMillis().getAsLong();
            }
            if (value == null) {
                throw new IllegalArgumentException("field '" + field + "' of the timestamp has no value");
            }
            return checked(field, MILLIS.millis(value));
        });
    }

    private static long checked(String field, long millis) {
        if (millis < 0 || millis == HConstants.LATEST_TIMESTAMP) {
            throw new IllegalArgumentException("field '" + field + "' of the timestamp: " + millis
                    + " is not a number of milliseconds since 1970 that HBase can store");
        }
        return millis;
    }

    /**
     * Parses the setting {@value ConnectorSettings#TIMESTAMP}: {@code write}, {@code record}, or a field in braces.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static CellTimestamp of(String text) {
        String form = text.strip();
        if (form.length() > 2 && form.startsWith("{") && form.endsWith("}")) {
            return ofField(form.substring(1, form.length() - 1));
        }
        return switch (form.toLowerCase(Locale.ROOT)) {
            case "write" -> ofWriting();
            case "record" -> ofRecord();
            default ->
                throw new IllegalArgumentException(ConnectorSettings.TIMESTAMP + " is '" + text
                        + "'; it must be write, record, or the name of a field in braces, such as {time}");
        };
    }

    /**
     * Returns the timestamp for the cells of a record.
     *
     * @return milliseconds since 1970, or {@link HConstants#LATEST_TIMESTAMP} for the time of writing
     * @throws IllegalArgumentException if the record has no such timestamp; names the field
     */
    public long millis(SourceRecord record, RowKind kind) {
        return source.millis(record, kind);
    }

    /** The value of the setting. */
    @Override
    public String toString() {
        return text;
    }
}
