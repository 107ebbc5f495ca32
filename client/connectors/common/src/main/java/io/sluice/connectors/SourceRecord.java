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

    /**
     * Returns the value of the field at this index in UTF-8, if the source has it as such; null if not, or if it has none.
     * The bytes of a text that is stored as it is are then not decoded and encoded again.
     */
    default byte @Nullable [] utf8(int index) {
        return null;
    }

    /** Returns the value of a field in UTF-8; see {@link #utf8(int)}. */
    default byte @Nullable [] utf8(String name) {
        return null;
    }

    /** Returns the number of the record in its source, which replaces <code>&#123;#}</code> in a row key. */
    long number();

    /** Returns the timestamp that the source gave the record, in milliseconds since 1970. */
    default OptionalLong timestampMillis() {
        return OptionalLong.empty();
    }
}
