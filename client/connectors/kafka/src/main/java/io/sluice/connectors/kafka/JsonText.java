package io.sluice.connectors.kafka;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** The JSON text of a value that has no other form in one cell: a list, or a map or struct inside a list. */
final class JsonText {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonText() {}

    /** Returns the text; bytes are in base64, times in ISO 8601. */
    static String of(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to a string cannot fail", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                json.writeFieldName(String.valueOf(member.getKey()));
                write(json, member.getValue());
            }
            json.writeEndObject();
        } else if (value instanceof Struct struct) {
            json.writeStartObject();
            for (Field field : struct.schema().fields()) {
                json.writeFieldName(field.name());
                write(json, struct.get(field));
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(json, element);
            }
            json.writeEndArray();
        } else {
            writeScalar(json, value);
        }
    }

    private static void writeScalar(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Number number) {
            json.writeNumber(number.toString());
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof byte[] bytes) {
            json.writeBinary(bytes);
        } else if (value instanceof ByteBuffer buffer) {
            json.writeBinary(KafkaRecord.bytes(buffer));
        } else if (value instanceof Date date) {
            json.writeString(date.toInstant().toString());
        } else {
            json.writeString(value.toString());
        }
    }
}
