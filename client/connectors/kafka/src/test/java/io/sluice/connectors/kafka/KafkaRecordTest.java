package io.sluice.connectors.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaRecordTest {
    private static final Schema CITY = SchemaBuilder.struct()
            .optional()
            .field("name", Schema.STRING_SCHEMA)
            .field("zip", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    private static final Schema PERSON = SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("city", CITY)
            .field("photo", Schema.OPTIONAL_BYTES_SCHEMA)
            .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).optional().build())
            .build();

    private static KafkaRecord of(@Nullable Object key, @Nullable Object value) {
        return new KafkaRecord(
                new SinkRecord("orders", 3, null, key, null, value, 42L, 1_700L, TimestampType.CREATE_TIME));
    }

    private static Map<String, @Nullable Object> fields(KafkaRecord record) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < record.names().size(); i++) {
            fields.put(record.names().get(i), record.value(i));
        }
        return fields;
    }

    @Test
    void map_membersOfMembersHaveDots() {
        Map<String, @Nullable Object> city = new LinkedHashMap<>();
        city.put("name", "Bonn");
        city.put("zip", null);
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("id", 7L);
        value.put("city", city);
        value.put("tags", List.of("a", Map.of("b", 1)));
        KafkaRecord record = of("k", value);
        assertThat(record.names()).containsExactly("id", "city.name", "city.zip", "tags");
        assertThat(fields(record)).containsEntry("id", 7L).containsEntry("city.name", "Bonn");
        assertThat(fields(record)).containsEntry("city.zip", null).containsEntry("tags", "[\"a\",{\"b\":1}]");
        assertThat(record.value("city.name")).isEqualTo("Bonn");
        assertThat(record.value("none")).isNull();
    }

    @Test
    void struct_likeAMap() {
        Struct person = new Struct(PERSON)
                .put("id", 7L)
                .put("city", new Struct(CITY).put("name", "Bonn"))
                .put("photo", ByteBuffer.wrap(new byte[] {0, 1, (byte) 0xff}))
                .put("tags", List.of("x", "y"));
        KafkaRecord record = of("k", person);
        assertThat(record.names()).containsExactly("id", "city.name", "city.zip", "photo", "tags");
        assertThat(record.value("id")).isEqualTo(7L);
        assertThat(record.value("city.zip")).isNull();
        assertThat(record.value("photo")).isEqualTo(new byte[] {0, 1, (byte) 0xff});
        assertThat(record.value("tags")).isEqualTo("[\"x\",\"y\"]");
    }

    @Test
    void struct_nullInside_hasItsFieldsWithoutValues() {
        KafkaRecord record = of("k", new Struct(PERSON).put("id", 7L));
        assertThat(record.names()).containsExactly("id", "city.name", "city.zip", "photo", "tags");
        assertThat(record.value("city.name")).isNull();
    }

    @Test
    void bytesAndTexts_areTheFieldValue() {
        assertThat(of("k", "text").names()).containsExactly("value");
        assertThat(of("k", "text").value("value")).isEqualTo("text");
        assertThat(of("k", new byte[] {5}).value(0)).isEqualTo(new byte[] {5});
        assertThat(of("k", new BigDecimal("1.50")).value(0)).isEqualTo(new BigDecimal("1.50"));
    }

    @Test
    void tombstone_hasNoFields() {
        assertThat(of("k", null).names()).isEmpty();
        assertThat(of("k", null).value("#key")).isEqualTo("k");
    }

    @Test
    void key_byNameOnly() {
        assertThat(of("k", "v").names()).doesNotContain("#key");
        assertThat(of("k", "v").value("#key")).isEqualTo("k");
        assertThat(of(new byte[] {1}, "v").value("#key")).isEqualTo(new byte[] {1});
        assertThat(of(Map.of("id", 9), "v").value("#key.id")).isEqualTo(9);
        assertThat(of(new Struct(CITY).put("name", "Bonn"), "v").value("#key.name"))
                .isEqualTo("Bonn");
        assertThat(of(null, "v").value("#key")).isNull();
        assertThat(of(Map.of("id", 9), "v").value("#key")).isNull();
    }

    @Test
    void placeOfTheRecord_byName() {
        KafkaRecord record = of("k", "v");
        assertThat(record.value("#topic")).isEqualTo("orders");
        assertThat(record.value("#partition")).isEqualTo(3);
        assertThat(record.value("#offset")).isEqualTo(42L);
        assertThat(record.value("#timestamp")).isEqualTo(1_700L);
        assertThat(record.number()).isEqualTo(42);
        assertThat(record.timestampMillis()).isEqualTo(OptionalLong.of(1_700));
    }

    @Test
    void twoFieldsOfOneName_areRefused() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a.b", 1);
        value.put("a", Map.of("b", 2));
        assertThatThrownBy(() -> of("k", value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two fields have the name 'a.b'");
    }

    @Test
    void jsonText_everyKindOfValue() {
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("null", null);
        value.put("number", new BigDecimal("0.10"));
        value.put("bool", true);
        value.put("bytes", "hi".getBytes(UTF_8));
        value.put("buffer", ByteBuffer.wrap("hi".getBytes(UTF_8)));
        value.put("date", Date.from(Instant.EPOCH));
        value.put("struct", new Struct(CITY).put("name", "\"B\""));
        assertThat(JsonText.of(List.of(value)))
                .isEqualTo("[{\"null\":null,\"number\":0.10,\"bool\":true,\"bytes\":\"aGk=\",\"buffer\":\"aGk=\","
                        + "\"date\":\"1970-01-01T00:00:00Z\",\"struct\":{\"name\":\"\\\"B\\\"\",\"zip\":null}}]");
    }
}
