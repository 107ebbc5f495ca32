package io.sluice.examples.loader.mapping;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One column of the input and where it goes.
 *
 * @param source name of the input's column, {@code *} for all that no other mapping names
 * @param family column family
 * @param qualifier column qualifier, or null for the name of the source
 * @param type form of the value
 */
public record ColumnMapping(
        String source, String family, @Nullable String qualifier, ColumnType type) {
    /** Stands for all columns without a mapping of their own. */
    public static final String REST = "*";

    private static final int MAX_FAMILY_BYTES = 127;

    /**
     * Reads {@code source=family[:qualifier[:type]]}. The last part is a type only if it is the name of one, so a qualifier
     * may have colons.
     *
     * @throws IllegalArgumentException if it is of another form
     */
    public static ColumnMapping parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("'" + text + "' is not of the form SOURCE=FAMILY[:QUALIFIER[:TYPE]]");
        }
        String source = text.substring(0, equals);
        String target = text.substring(equals + 1);
        int colon = target.indexOf(':');
        String family = colon < 0 ? target : target.substring(0, colon);
        checkFamily(family);
        if (colon < 0) {
            return new ColumnMapping(source, family, null, ColumnType.STRING);
        }
        String rest = target.substring(colon + 1);
        int typeAt = typeStart(rest);
        String qualifier = typeAt < 0 ? rest : rest.substring(0, Math.max(0, typeAt - 1));
        ColumnType type = typeAt < 0 ? ColumnType.STRING : ColumnType.of(rest.substring(typeAt));
        return new ColumnMapping(source, family, qualifier.isEmpty() ? null : qualifier, type);
    }

    /** The type may have colons too, in its pattern: the longest ending that is the name of a type. A lone part is none. */
    private static int typeStart(String rest) {
        for (int colon = rest.indexOf(':'); colon >= 0; colon = rest.indexOf(':', colon + 1)) {
            if (ColumnType.isName(rest.substring(colon + 1))) {
                return colon + 1;
            }
        }
        return -1;
    }

    private static void checkFamily(String family) {
        int bytes = family.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < 1 || bytes > MAX_FAMILY_BYTES) {
            throw new IllegalArgumentException(
                    "a column family has 1 to " + MAX_FAMILY_BYTES + " bytes, not " + bytes + ": '" + family + "'");
        }
    }
}
