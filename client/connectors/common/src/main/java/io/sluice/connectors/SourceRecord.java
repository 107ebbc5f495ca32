package io.sluice.connectors;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The input of a mapping: named values in order. A value is a text, a number, a boolean, a {@code byte[]}, a {@link
 * java.time.Instant} or a {@link java.util.Date}; any other object is converted by {@code toString}.
 */
public interface SourceRecord {
    /** Returns the names of the fields, each once. */
    List<String> names();

    /** Returns the value of the field at this index of {@link #names}; null if it has none. */
    @Nullable Object value(int index);

    /** Returns the value of a field; null if it has none, or there is no such field. */
    @Nullable Object value(String name);

    /** Returns the number of the record in its source, which replaces <code>&#123;#}</code> in a row key. */
    long number();

    /** Returns the timestamp that the source gave the record, in milliseconds since 1970. */
    default OptionalLong timestampMillis() {
        return OptionalLong.empty();
    }
}
