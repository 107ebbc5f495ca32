package io.sluice.connectors;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A record as a mapping sees it: named values in order. A value is a text, a number, a boolean, a {@code byte[]}, a
 * {@link java.time.Instant} or a {@link java.util.Date}; of anything else its {@code toString} counts.
 */
public interface SourceRecord {
    /** Returns the names of the fields, each once. */
    List<String> names();

    /** Returns the value of the field at this index of {@link #names}; null if it has none. */
    @Nullable Object value(int index);

    /** Returns the value of a field; null if it has none, or there is no such field. */
    @Nullable Object value(String name);

    /** Returns what <code>&#123;#}</code> stands for in a row key: the number of the record in its source. */
    long number();

    /** Returns the time that the source gives to the record, in milliseconds since 1970. */
    default OptionalLong timestampMillis() {
        return OptionalLong.empty();
    }
}
