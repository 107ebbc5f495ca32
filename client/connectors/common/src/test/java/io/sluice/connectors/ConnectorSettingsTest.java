package io.sluice.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.Durability;
import io.sluice.TableName;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectorSettingsTest {
    @Test
    void defaults_areThoseOfTheDocument() {
        ConnectorSettings settings = new ConnectorSettings(Map.of("table", "ns:t"));
        assertThat(settings.table()).isEqualTo(TableName.valueOf("ns:t"));
        assertThat(settings.errors()).isEqualTo(ErrorPolicy.FAIL);
        assertThat(settings.nulls()).isEqualTo(Nulls.SKIP);
        assertThat(settings.durability()).isEqualTo(Durability.USE_DEFAULT);
        assertThat(settings.timestamp()).hasToString("write");
        assertThat(settings.salt()).isNull();
    }

    @Test
    void values_areRead_whateverTheirCase() {
        ConnectorSettings settings = new ConnectorSettings(
                Map.of("errors", "Dead_Letter", "nulls", " delete", "durability", "skip-wal", "timestamp", "{at}"));
        assertThat(settings.errors()).isEqualTo(ErrorPolicy.DEAD_LETTER);
        assertThat(settings.nulls()).isEqualTo(Nulls.DELETE);
        assertThat(settings.durability()).isEqualTo(Durability.SKIP_WAL);
        assertThat(settings.timestamp()).hasToString("{at}");
    }

    @Test
    void map_isSplitAtCommas_butNotInAPattern() throws Exception {
        RowMapping mapping = new ConnectorSettings(
                        Map.of("row.key", "{a}", "map", "a=x, b=y:q:timestamp(yyyy,MM,dd), *=z", "salt", "4"))
                .mapping();
        byte[] y = "y".getBytes(StandardCharsets.UTF_8);
        byte[] q = "q".getBytes(StandardCharsets.UTF_8);
        assertThat(mapping.put(Fields.of("a", "1", "b", "1970,01,01", "c", "2")).size())
                .isEqualTo(3);
        assertThat(mapping.put(Fields.of("a", "1", "b", "1970,01,01")).has(y, q, new byte[8]))
                .isTrue();
        assertThat(mapping.rowKey(Fields.of("a", "1"))).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "table | a b | table: ",
                "row.key | {a | row.key: row key '{a'",
                "map | a | map: 'a' does not have the form",
                "map | a=d,a=e | column 'a' has two mappings",
                "salt | x | salt: ",
                "salt | 1 | salt: a salt has 2 to 1000 values, not 1",
                "nulls | none | nulls is 'none'; it must be one of skip, delete",
                "errors | ignore | errors is 'ignore'; it must be one of fail, skip, dead-letter",
                "timestamp | now | timestamp is 'now'; it must be write, record, or",
                "timestamp | {} | timestamp is '{}'",
                "durability | none | durability is 'none'; it must be one of use-default, skip-wal",
                "keep.empty | yes | keep.empty is 'yes'; it must be true or false"
            })
    void values_thatAreInvalid_areNamed(String name, String value, String message) {
        Map<String, String> map = new HashMap<>(Map.of("table", "t", "row.key", "{a}"));
        map.put(name, value);
        ConnectorSettings settings = new ConnectorSettings(map);
        assertThatThrownBy(() -> {
                    Object unused = settings.table();
                    unused = settings.mapping();
                    unused = settings.errors();
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void required_settings_areNamed() {
        assertThatThrownBy(() -> new ConnectorSettings(Map.of()).table()).hasMessage("table: it is required");
        assertThatThrownBy(() -> new ConnectorSettings(Map.of()).mapping()).hasMessage("row.key: it is required");
    }

    @Test
    void configuration_hasTheClientsSettings_andNoOthers() {
        var configuration =
                new ConnectorSettings(Map.of("hbase.x", "1", "sluice.y", "2", "other", "3")).configuration();
        assertThat(configuration.get("hbase.x")).isEqualTo("1");
        assertThat(configuration.get("sluice.y")).isEqualTo("2");
        assertThat(configuration.get("other")).isNull();
    }
}
