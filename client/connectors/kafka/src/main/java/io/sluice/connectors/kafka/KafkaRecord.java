package io.sluice.connectors.kafka;

import io.sluice.connectors.SourceRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka record as input of the mapping. A struct or a map has its own fields, those of nested structs and maps with
 * dots ({@code address.city}); a list is its JSON text. Any other value is the field {@value #VALUE}. A tombstone has
 * no fields. Also available, by name only, are {@code #key} or the fields {@code #key.name} of a key that is a struct
 * or a map, {@code #topic}, {@code #partition}, {@code #offset} and {@code #timestamp}.
 */
final class KafkaRecord implements SourceRecord {
    static final String VALUE = "value";
    static final String KEY = "#key";

    private final SinkRecord record;
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final List<String> names;

    /** @throws IllegalArgumentException if two fields have the same name */
    KafkaRecord(SinkRecord record) {
        this.record = record;
        if (record.value() != null) {
            add(fields, "", VALUE, record.value(), null);
        }
        names = new ArrayList<>(fields.keySet());
    }

    /**
     * Adds the fields of a value.
     *
     * @param prefix of the names of its fields
     * @param name its name if it has no fields
     * @param schema has the field names of a struct that is null
     */
    private static void add(
            Map<String, @Nullable Object> fields,
            String prefix,
            String name,
            @Nullable Object value,
            @Nullable Schema schema) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, member) -> add(fields, prefix + key + ".", prefix + key, member, null));
        } else if (value instanceof Struct struct) {
            addFields(fields, prefix, struct.schema(), struct);
        } else if (value == null && schema != null && schema.type() == Schema.Type.STRUCT) {
            addFields(fields, prefix, schema, null);
        } else {
            if (fields.containsKey(name)) {
                throw new IllegalArgumentException("two fields have the name '" + name + "'");
            }
            fields.put(name, plain(value));
        }
    }

    private static void addFields(
            Map<String, @Nullable Object> fields, String prefix, Schema schema, @Nullable Struct struct) {
        for (Field field : schema.fields()) {
            String name = prefix + field.name();
            add(fields, name + ".", name, struct == null ? null : struct.get(field), field.schema());
        }
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof ByteBuffer buffer) {
            return bytes(buffer);
        }
        return value instanceof List<?> list ? JsonText.of(list) : value;
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public @Nullable Object value(int index) {
        return fields.get(names.get(index));
    }

    @Override
    public @Nullable Object value(String name) {
        if (!name.startsWith("#")) {
            return fields.get(name);
        }
        return switch (name) {
            case "#topic" -> record.originalTopic();
            case "#partition" -> record.originalKafkaPartition();
            case "#offset" -> record.originalKafkaOffset();
            case "#timestamp" -> record.timestamp();
            default -> keyField(name);
        };
    }

    private @Nullable Object keyField(String name) {
        Map<String, @Nullable Object> key = new LinkedHashMap<>();
        add(key, KEY + ".", KEY, record.key(), null);
        return key.get(name);
    }

    /** The offset, which is unique in its partition only. */
    @Override
    public long number() {
        return record.originalKafkaOffset();
    }

    @Override
    public OptionalLong timestampMillis() {
        Long millis = record.timestamp();
        return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
    }
}
