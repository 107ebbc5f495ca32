package io.sluice.connectors;

import io.sluice.Bytes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts the text of a field to the bytes of a value, in the format of HBase's {@code Bytes}: numbers big-endian with
 * a fixed width, texts in UTF-8. Thread-safe.
 */
public final class ColumnType {
    /** The default type. */
    public static final ColumnType STRING = new ColumnType("string", text -> text.getBytes(StandardCharsets.UTF_8));

    /** {@code timestamp(PATTERN)}. */
    private static final Pattern WITH_PATTERN = Pattern.compile("timestamp\\((.+)\\)");

    private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_DATE_TIME;

    private static final Map<String, Encoder> SIMPLE = Map.of(
            "string", text -> text.getBytes(StandardCharsets.UTF_8),
            "short", text -> Bytes.toBytes(Short.parseShort(text)),
            "int", text -> Bytes.toBytes(Integer.parseInt(text)),
            "long", text -> Bytes.toBytes(Long.parseLong(text)),
            "float", text -> Bytes.toBytes(Float.parseFloat(text)),
            "double", text -> Bytes.toBytes(Double.parseDouble(text)),
            "boolean", text -> Bytes.toBytes(bool(text)),
            "hex", text -> HexFormat.of().parseHex(text),
            "base64", text -> Base64.getDecoder().decode(text),
            "timestamp", text -> Bytes.toBytes(iso(text)));

    /** Types whose text represents bytes; they store a value that is already bytes unchanged. */
    private static final Set<String> OF_BYTES = Set.of("string", "hex", "base64");

    private final String name;
    private final Encoder encoder;

    private interface Encoder {
        byte[] encode(String text);
    }

    private ColumnType(String name, Encoder encoder) {
        this.name = name;
        this.encoder = encoder;
    }

    /**
     * Returns the type with this name.
     *
     * @throws IllegalArgumentException if there is none; lists the types
     */
    public static ColumnType of(String name) {
        Encoder simple = SIMPLE.get(name);
        if (simple != null) {
            return new ColumnType(name, simple);
        }
        Matcher pattern = WITH_PATTERN.matcher(name);
        if (!pattern.matches()) {
            throw new IllegalArgumentException("unknown type '" + name + "'; types are "
                    + String.join(", ", SIMPLE.keySet().stream().sorted().toList()) + ", timestamp(PATTERN)");
        }
        DateTimeFormatter formatter = formatter(pattern.group(1));
        return new ColumnType(name, text -> Bytes.toBytes(millis(formatter, text)));
    }

    private static DateTimeFormatter formatter(String pattern) {
        try {
            return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + pattern + "' is not a valid time pattern: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the bytes of a value.
     *
     * @throws IllegalArgumentException if the text does not fit the type; names both
     */
    public byte[] encode(String text) {
        try {
            return encoder.encode(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
            throw new IllegalArgumentException(
                    "'" + shown + "' is not " + (name.startsWith("int") ? "an " : "a ") + name, e);
        }
    }

    /**
     * Returns the bytes of a value of any class that {@link SourceRecord} names. Only {@code string}, {@code hex} and
     * {@code base64} accept bytes, and store them unchanged.
     *
     * @throws IllegalArgumentException if the value does not fit the type; names both
     */
    public byte[] encode(Object value) {
        if (value instanceof byte[] bytes) {
            if (!OF_BYTES.contains(name)) {
                throw new IllegalArgumentException(
                        "a value of " + bytes.length + " bytes does not fit the type " + name);
            }
            return bytes;
        }
        if (value instanceof Long number && name.equals("long")) {
            return Bytes.toBytes(number);
        }
        if (value instanceof Integer number && name.equals("int")) {
            return Bytes.toBytes(number);
        }
        if (value instanceof Double number && name.equals("double")) {
            return Bytes.toBytes(number);
        }
        return encode(text(value));
    }

    /** Returns whether texts are stored as they are, in UTF-8. */
    boolean isString() {
        return name.equals(STRING.name);
    }

    /** Returns the text of a value: plain decimals, and times in ISO 8601. */
    static String text(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return value instanceof Date date ? date.toInstant().toString() : value.toString();
    }

    /** Returns the milliseconds of a value of type timestamp. */
    long millis(Object value) {
        return Bytes.toLong(encode(value));
    }

    private static boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> true;
            case "false", "f", "no", "n", "0" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    /** Parses milliseconds, ISO 8601 with or without an offset, or a date. Without an offset, the time is in UTC. */
    private static long iso(String text) {
        if (text.matches("-?\\d+")) {
            return Long.parseLong(text);
        }
        String form = text.replace(' ', 'T');
        if (form.indexOf('T') < 0) {
            return LocalDate.parse(form)
                    .atStartOfDay()
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
        }
        return millis(ISO, form);
    }

    private static long millis(DateTimeFormatter formatter, String text) {
        TemporalAccessor parsed = formatter.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
        if (parsed instanceof OffsetDateTime time) {
            return time.toInstant().toEpochMilli();
        }
        LocalDateTime local = parsed instanceof LocalDateTime time ? time : ((LocalDate) parsed).atStartOfDay();
        return local.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    @Override
    public String toString() {
        return name;
    }
}
