package io.sluice.loader.input;

import io.sluice.connectors.SourceRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of an input, or why it is broken.
 *
 * @param number its number, from 1, counting broken records but not blank lines
 * @param line where it begins, from 1
 * @param columns names of the values
 * @param values one for each column; null if there is no value
 * @param broken why there are no values, or null
 * @param text its original lines, with their line ends
 * @param file its file if there are several; else empty
 */
public record InputRecord(
        long number,
        long line,
        Columns columns,
        List<@Nullable String> values,
        @Nullable String broken,
        String text,
        String file)
        implements SourceRecord {
    private static final Columns NONE = new Columns(List.of());

    static InputRecord broken(long number, long line, String reason, String text) {
        return new InputRecord(number, line, NONE, List.of(), BrokenLineException.shortened(reason), text, "");
    }

    /** Returns this record with another number, as one of several files. */
    InputRecord of(long newNumber, String newFile) {
        return new InputRecord(newNumber, line, columns, values, broken, text, newFile);
    }

    @Override
    public List<String> names() {
        return columns.names();
    }

    @Override
    public @Nullable String value(int index) {
        return values.get(index);
    }

    @Override
    public @Nullable String value(String name) {
        int index = columns.indexOf(name);
        return index < 0 ? null : values.get(index);
    }
}
