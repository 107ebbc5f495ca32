package io.sluice.loader.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of an input, or what is broken about it.
 *
 * @param number its number from 1, broken ones counted; blank lines have none
 * @param line where it begins, from 1
 * @param columns names of the values
 * @param values as many as columns; null where there is no value
 * @param broken why there are no values, or null
 * @param text its lines as they were, with their ends
 * @param file where it is from, if there are several; else empty
 */
public record InputRecord(
        long number,
        long line,
        Columns columns,
        List<@Nullable String> values,
        @Nullable String broken,
        String text,
        String file) {
    private static final Columns NONE = new Columns(List.of());

    static InputRecord broken(long number, long line, String reason, String text) {
        return new InputRecord(number, line, NONE, List.of(), BrokenLineException.shortened(reason), text, "");
    }

    /** Returns this record with another number, of one of several files. */
    InputRecord of(long newNumber, String newFile) {
        return new InputRecord(newNumber, line, columns, values, broken, text, newFile);
    }

    /** Returns the value of a column, null when it has none or there is no such column. */
    public @Nullable String value(String name) {
        int index = columns.indexOf(name);
        return index < 0 ? null : values.get(index);
    }
}
