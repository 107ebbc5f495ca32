package io.sluice.connectors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A record for tests. */
record Fields(Map<String, ? extends @Nullable Object> values, long number, OptionalLong timestampMillis)
        implements SourceRecord {
    /** Returns a record without a timestamp. A null is a field without a value. */
    static Fields of(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> values = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return new Fields(Collections.unmodifiableMap(values), 1, OptionalLong.empty());
    }

    Fields at(long millis) {
        return new Fields(values, number, OptionalLong.of(millis));
    }

    @Override
    public List<String> names() {
        return new ArrayList<>(values.keySet());
    }

    @Override
    public @Nullable Object value(int index) {
        return values.get(names().get(index));
    }

    @Override
    public @Nullable Object value(String name) {
        return values.get(name);
    }
}
