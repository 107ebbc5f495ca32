package io.sluice.loader.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How fields stand in lines.
 *
 * @param delimiter between fields
 * @param quote around fields, or null when nothing is quoted
 * @param columns names of the columns, or null when the first line has them
 * @param nullText what stands for no value, or null
 * @param lines lines that a record may have
 */
public record DelimitedFormat(
        char delimiter,
        @Nullable Character quote,
        @Nullable List<String> columns,
        @Nullable String nullText,
        RecordLines lines) {
    /**
     * Lines that a record may have.
     *
     * @param max at most; 1 when no quoted field has line ends
     * @param meant whether it is known that fields have line ends: then a record over several lines is taken as it is, also
     *     when one of its lines could be a record by itself
     */
    public record RecordLines(int max, boolean meant) {}
}
