package io.sluice.client.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON (RFC 8259): a record is an object with its components in their order, a map an object sorted by name, an
 * iterable an array; numbers, booleans and null stand for themselves; of everything else the {@code toString}.
 */
public final class JsonText {
    private final StringBuilder out = new StringBuilder(1 << 10);

    private JsonText() {}

    /** A value as JSON on one line; only ASCII. Records must be public. */
    public static String of(@Nullable Object value) {
        JsonText text = new JsonText();
        text.write(value);
        return text.out.toString();
    }

    private void write(@Nullable Object value) {
        if (value == null || (value instanceof Double number && !Double.isFinite(number))) {
            out.append("null");
        } else if (value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof Record fields) {
            writeFields(componentsOf(fields));
        } else if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> sorted = new TreeMap<>();
            map.forEach((key, each) -> sorted.put(String.valueOf(key), each));
            writeFields(sorted);
        } else if (value instanceof Iterable<?> all) {
            writeArray(all);
        } else {
            writeString(value.toString());
        }
    }

    private static Map<String, @Nullable Object> componentsOf(Record fields) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (RecordComponent component : fields.getClass().getRecordComponents()) {
            values.put(component.getName(), read(fields, component));
        }
        return values;
    }

    private static @Nullable Object read(Record fields, RecordComponent component) {
        try {
            return component.getAccessor().invoke(fields);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(component.getName() + " of " + fields.getClass(), e);
        }
    }

    private void writeFields(Map<String, @Nullable Object> fields) {
        char before = '{';
        for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
            out.append(before);
            before = ',';
            writeString(field.getKey());
            out.append(':');
            write(field.getValue());
        }
        out.append(before == '{' ? "{}" : "}");
    }

    private void writeArray(Iterable<?> all) {
        char before = '[';
        for (Object each : all) {
            out.append(before);
            before = ',';
            write(each);
        }
        out.append(before == '[' ? "[]" : "]");
    }

    private void writeString(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || c > '~') {
                        // Also half a surrogate pair, so the text stays the same and valid.
                        out.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
