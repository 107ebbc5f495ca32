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
        if (row == null) {
            throw new IllegalArgumentException("row must not be null");
        }
        if (row.length > CellEncoder.MAX_ROW_LENGTH) {
            throw new IllegalArgumentException(
                    "row " + Excerpt.of(row) + " is longer than " + CellEncoder.MAX_ROW_LENGTH + " bytes");
        }
        checkRowLength(row.length);
    }

    /** Refuses the length of a row. */
    static void checkRowLength(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("row must not be empty");
        }
        if (length > CellEncoder.MAX_ROW_LENGTH) {
            throw new IllegalArgumentException(
                    "row of " + length + " bytes is longer than " + CellEncoder.MAX_ROW_LENGTH + " bytes");
        }
    }

    /** Refuses a family that is null, empty or too long. */
    static void checkFamily(byte @Nullable [] family) {
        if (family == null) {
            throw new IllegalArgumentException("family must not be null");
        }
        if (family.length > CellEncoder.MAX_FAMILY_LENGTH) {
            throw new IllegalArgumentException(
                    "family " + Excerpt.of(family) + " is longer than " + CellEncoder.MAX_FAMILY_LENGTH + " bytes");
        }
        checkFamilyLength(family.length);
    }

    /** Refuses the length of a family. */
    static void checkFamilyLength(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("family must not be empty");
        }
        if (length > CellEncoder.MAX_FAMILY_LENGTH) {
            throw new IllegalArgumentException(
                    "family of " + length + " bytes is longer than " + CellEncoder.MAX_FAMILY_LENGTH + " bytes");
        }
    }

    /** Refuses a negative timestamp. */
    static void checkTimestamp(long timestamp) {
        if (timestamp < 0) {
            throw new IllegalArgumentException("timestamp must not be negative: " + timestamp);
        }
    }
}
