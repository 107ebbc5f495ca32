package io.sluice;

import io.sluice.internal.cell.CellEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what the server cannot accept as early as possible: on the server it would fail or damage the whole request.
 */
final class CellLimits {

    private CellLimits() {}

    /** Refuses a row that is null, empty or too long. */
    static void checkRow(byte @Nullable [] row) {
        check("row", row, CellEncoder.MAX_ROW_LENGTH);
    }

    /** Refuses the length of a row. */
    static void checkRowLength(int length) {
        checkLength("row", length, CellEncoder.MAX_ROW_LENGTH);
    }

    /** Refuses a family that is null, empty or too long. */
    static void checkFamily(byte @Nullable [] family) {
        check("family", family, CellEncoder.MAX_FAMILY_LENGTH);
    }

    /** Refuses the length of a family. */
    static void checkFamilyLength(int length) {
        checkLength("family", length, CellEncoder.MAX_FAMILY_LENGTH);
    }

    private static void check(String part, byte @Nullable [] bytes, int limit) {
        if (bytes == null) {
            throw new IllegalArgumentException(part + " must not be null");
        }
        if (bytes.length > limit) {
            throw new IllegalArgumentException(part + " " + Excerpt.of(bytes) + " is longer than " + limit + " bytes");
        }
        checkLength(part, bytes.length, limit);
    }

    private static void checkLength(String part, int length, int limit) {
        if (length < 1) {
            throw new IllegalArgumentException(part + " must not be empty");
        }
        if (length > limit) {
            throw new IllegalArgumentException(part + " of " + length + " bytes is longer than " + limit + " bytes");
        }
    }

    /** Refuses a negative timestamp. */
    static void checkTimestamp(long timestamp) {
        if (timestamp < 0) {
            throw new IllegalArgumentException("timestamp must not be negative: " + timestamp);
        }
    }
}
