package io.sluice.loader.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The syntax of fields and lines.
 *
 * @param delimiter between fields
 * @param quote around fields, or null if nothing is quoted
 * @param columns names of the columns, or null if the first line has them
 * @param nullText the text that means "no value", or null
 * @param lines how many lines a record may have
 */
public record DelimitedFormat(
        char delimiter,
        @Nullable Character quote,
        @Nullable List<String> columns,
        @Nullable String nullText,
        RecordLines lines) {
    /**
     * How many lines a record may have.
     *
     * @param max the maximum; 1 if no quoted field contains line ends
     * @param meant whether fields are known to contain line ends: then a record that spans several
     *     lines is accepted as it is, even if one of its lines could be a record by itself
     */
    public record RecordLines(int max, boolean meant) {}
}
