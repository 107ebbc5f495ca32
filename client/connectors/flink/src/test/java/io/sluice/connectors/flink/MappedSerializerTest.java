package io.sluice.connectors.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Delete;
import io.sluice.Put;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.connectors.RowKind;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class MappedSerializerTest {
    private static final Map<String, String> SETTINGS =
            Map.of("row.key", "{id|pad:3}", "map", "v=f:v:int", "timestamp", "record");

    @Test
    void serialize_afterTheWayToATask_mapsFieldsAndTimestamp() throws Exception {
        MappedSerializer<Integer> serializer = InstantiationUtil.clone(MappedSerializer.of(
                SETTINGS,
                number -> Map.of("id", number, "v", number),
                number -> number < 10 ? RowKind.INSERT : RowKind.DELETE));
        serializer.open();
        Put put = (Put) serializer.serialize(7, 42L);
        assertThat(put.getRow()).isEqualTo("007".getBytes(UTF_8));
        assertThat(put.has("f".getBytes(UTF_8), "v".getBytes(UTF_8), 42, new byte[] {0, 0, 0, 7}))
                .isTrue();
        assertThat(serializer.serialize(10, 42L)).isInstanceOf(Delete.class);
        assertThatThrownBy(() -> serializer.serialize(7, null))
                .isInstanceOf(BadRecordException.class)
                .hasMessageContaining("no timestamp of its own");
    }

    @Test
    void of_invalidSetting_isNamed_whereTheJobIsBuilt() {
        assertThatThrownBy(() -> MappedSerializer.of(Map.of("row.key", "{id"), number -> Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("row.key: ");
    }

    @Test
    void serialize_numberOfRecord_isRefused_sinceAStreamHasNone() throws Exception {
        MappedSerializer<Integer> serializer =
                MappedSerializer.of(Map.of("row.key", "{#}"), number -> Map.of("v", number));
        serializer.open();
        assertThatThrownBy(() -> serializer.serialize(7, 42L)).hasMessageContaining("{#} in the row key");
    }

    @Test
    void build_missingOrContradictory_isNamed() {
        assertThatThrownBy(() -> SluiceSink.<Integer>builder().build()).hasMessageContaining("setTable was not called");
        assertThatThrownBy(() -> SluiceSink.<Integer>builder().setTable("t").build())
                .hasMessageContaining("setSerializer was not called");
        assertThatThrownBy(() -> SluiceSink.<Integer>builder().set("table", "t"))
                .hasMessageContaining("'table' is not a setting of the client");
        assertThatThrownBy(() -> SluiceSink.<Integer>builder()
                        .setTable("t")
                        .setSerializer((number, timestamp) -> null)
                        .setErrorPolicy(ErrorPolicy.DEAD_LETTER)
                        .build())
                .hasMessageContaining("DEAD_LETTER needs setDeadLetterFolder");
    }
}
