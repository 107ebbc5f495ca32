package io.sluice.connectors;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Maps one column of the input to a column of the table.
 *
 * @param source name of the input's column, {@code *} for all columns that no other mapping names
 * @param family column family
 * @param qualifier column qualifier, or null for the name of the source
 * @param type encoding of the value
 */
public record ColumnMapping(
        String source, String family, @Nullable String qualifier, ColumnType type) {
    /** The source that stands for all columns without a mapping of their own. */
    public static final String REST = "*";

    private static final int MAX_FAMILY_BYTES = 127;

    /**
     * Reads {@code source=family[:qualifier[:type]]}. In the qualifier {@code \:} is a colon and {@code \\} is a
     * backslash; an empty one means the name of the source.
     *
     * @throws IllegalArgumentException if the form is different, or there is no such type
     */
    public static ColumnMapping parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException(
                    "'" + text + "' does not have the form SOURCE=FAMILY[:QUALIFIER[:TYPE]]");
        }
        String source = text.substring(0, equals);
        String target = text.substring(equals + 1);
        int colon = target.indexOf(':');
        String family = colon < 0 ? target : target.substring(0, colon);
        checkFamily(family);
        if (colon < 0) {
            return new ColumnMapping(source, family, null, ColumnType.STRING);
        }
        StringBuilder qualifier = new StringBuilder();
        int end = readQualifier(target, colon + 1, qualifier);
        ColumnType type = end == target.length() ? ColumnType.STRING : type(text, target.substring(end + 1));
        return new ColumnMapping(source, family, qualifier.isEmpty() ? null : qualifier.toString(), type);
    }

    /** Appends the unescaped qualifier; returns where it ends: at a colon, or at the end of the text. */
    private static int readQualifier(String text, int start, StringBuilder qualifier) {
        int i = start;
        while (i < text.length() && text.charAt(i) != ':') {
            boolean escape = text.charAt(i) == '\\' && i + 1 < text.length() && "\\:".indexOf(text.charAt(i + 1)) >= 0;
            i += escape ? 1 : 0;
            qualifier.append(text.charAt(i));
            i++;
        }
        return i;
    }

    private static ColumnType type(String mapping, String name) {
        try {
            return ColumnType.of(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + mapping + "': " + e.getMessage() + "; a colon in a qualifier is written \\:", e);
        }
    }

    /** Returns the qualifier of the cell; for {@link #REST} it is only a placeholder. */
    String cellQualifier() {
        return qualifier == null ? source : qualifier;
    }

    private static void checkFamily(String family) {
        int bytes = family.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > MAX_FAMILY_BYTES) {
            throw new IllegalArgumentException(
                    "a column family has 1 to " + MAX_FAMILY_BYTES + " bytes, not " + bytes + ": '" + family + "'");
        }
    }
}
