package io.sluice.connectors.flink;

import io.sluice.Row;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.RowKind;
import io.sluice.connectors.RowMapping;
import io.sluice.connectors.SourceRecord;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes mutations by the mapping that all connectors share: templates for row keys, salts, types, see {@link
 * ConnectorSettings}. <code>{#}</code> has no meaning here, since a stream has no numbers.
 *
 * @param <T> type of the elements
 */
public final class MappedSerializer<T> implements SluiceSerializer<T> {
    private static final long serialVersionUID = 1;

    private final HashMap<String, String> settings;
    private final Fields<T> fields;
    private final Kinds<T> kinds;
    private transient @Nullable RowMapping mapping;

    /**
     * Returns the fields of an element by name, see {@link SourceRecord} for the classes of values.
     *
     * @param <T> type of the elements
     */
    @FunctionalInterface
    public interface Fields<T> extends Serializable {
        /** Returns the fields; those without a value are null or missing. */
        Map<String, ? extends @Nullable Object> of(T element);
    }

    /**
     * Determines the effect of an element on its row.
     *
     * @param <T> type of the elements
     */
    @FunctionalInterface
    public interface Kinds<T> extends Serializable {
        /** Returns the kind of an element. */
        RowKind of(T element);
    }

    private MappedSerializer(Map<String, String> settings, Fields<T> fields, Kinds<T> kinds) {
        this.settings = new HashMap<>(settings);
        this.fields = fields;
        this.kinds = kinds;
    }

    /**
     * Returns a serializer for elements none of which is a delete.
     *
     * @param settings settings of the mapping, such as {@link ConnectorSettings#ROW_KEY}; others are ignored
     * @throws IllegalArgumentException if a setting is invalid
     */
    public static <T> MappedSerializer<T> of(Map<String, String> settings, Fields<T> fields) {
        return of(settings, fields, element -> RowKind.INSERT);
    }

    /**
     * Returns a serializer.
     *
     * @param settings settings of the mapping, such as {@link ConnectorSettings#ROW_KEY}; others are ignored
     * @throws IllegalArgumentException if a setting is invalid
     */
    public static <T> MappedSerializer<T> of(Map<String, String> settings, Fields<T> fields, Kinds<T> kinds) {
        RowMapping unused = new ConnectorSettings(settings).mapping();
        return new MappedSerializer<>(settings, fields, kinds);
    }

    @Override
    public void open() {
        mapping = new ConnectorSettings(settings).mapping();
    }

    @Override
    public Row serialize(T element, @Nullable Long timestamp) throws BadRecordException {
        return Objects.requireNonNull(mapping, "open() was not called")
                .row(Element.of(fields.of(element), timestamp), kinds.of(element));
    }

    private record Element(
            List<String> names,
            Map<String, ? extends @Nullable Object> fields,
            @Nullable Long timestamp) implements SourceRecord {
        static Element of(Map<String, ? extends @Nullable Object> fields, @Nullable Long timestamp) {
            return new Element(new ArrayList<>(fields.keySet()), fields, timestamp);
        }

        @Override
        public @Nullable Object value(int index) {
            return fields.get(names.get(index));
        }

        @Override
        public @Nullable Object value(String name) {
            return fields.get(name);
        }

        @Override
        public long number() {
            throw new IllegalArgumentException("{#} in the row key: the elements of a stream have no numbers");
        }

        @Override
        public OptionalLong timestampMillis() {
            return timestamp == null ? OptionalLong.empty() : OptionalLong.of(timestamp);
        }
    }
}
