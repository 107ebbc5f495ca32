package io.sluice.examples.loader.input;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How fields stand in lines.
 *
 * @param delimiter between fields
 * @param quote around fields, or null when nothing is quoted
 * @param columns names of the columns, or null when the first line has them
 * @param nullText what stands for no value, or null; never what is quoted
 * @param maxLines how many lines a quoted field may go over
 */
public record DelimitedFormat(
        char delimiter,
        @Nullable Character quote,
        @Nullable List<String> columns,
        @Nullable String nullText,
        int maxLines) {}
