package io.sluice.connectors.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.connectors.ErrorPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.junit.jupiter.api.Test;

class SinkSettingsTest {
    private static Map<String, String> with(String... namesAndValues) {
        Map<String, String> settings = new HashMap<>(Map.of("table", "t"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return settings;
    }

    /** What the worker answers to a user who creates the connector. */
    private static Map<String, List<String>> errors(Map<String, String> settings) {
        return new SluiceSinkConnector()
                .validate(settings).configValues().stream()
                        .filter(value -> !value.errorMessages().isEmpty())
                        .collect(Collectors.toMap(ConfigValue::name, ConfigValue::errorMessages));
    }

    @Test
    void table_isEnough() {
        assertThat(errors(with())).isEmpty();
        SinkSettings settings = new SinkSettings(with());
        assertThat(settings.table()).hasToString("t");
        assertThat(settings.errors()).isEqualTo(ErrorPolicy.FAIL);
        assertThat(settings.limits()).isEqualTo(new RecordFlow.Limits(100_000, 2_000));
    }

    @Test
    void missingTable_isNamed() {
        assertThat(errors(Map.of())).containsOnlyKeys("table");
        assertThatThrownBy(() -> new SinkSettings(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"table\"");
    }

    @Test
    void everyBadValue_isReportedAtItsOwnSetting() {
        assertThat(errors(with("table", "a:b:c"))).containsOnlyKeys("table");
        assertThat(errors(with("row.key", "no-field"))).containsOnlyKeys("row.key");
        assertThat(errors(with("map", "nonsense"))).containsOnlyKeys("map");
        assertThat(errors(with("map", "a=d:x,b=d:x"))).containsOnlyKeys("map");
        assertThat(errors(with("salt", "0"))).containsOnlyKeys("salt");
        assertThat(errors(with("timestamp", "now"))).containsOnlyKeys("timestamp");
        assertThat(errors(with("nulls", "keep"))).containsOnlyKeys("nulls");
        assertThat(errors(with("keep.empty", "maybe"))).containsOnlyKeys("keep.empty");
        assertThat(errors(with("durability", "none"))).containsOnlyKeys("durability");
        assertThat(errors(with("errors", "ignore"))).containsOnlyKeys("errors");
        assertThat(errors(with("max.open.records", "0"))).containsOnlyKeys("max.open.records");
        assertThat(errors(with("commit.wait.ms", "-1"))).containsOnlyKeys("commit.wait.ms");
    }

    @Test
    void deadLetters_needAQueueAndTolerance() {
        String topic = "errors.deadletterqueue.topic.name";
        assertThat(errors(with("errors", "dead-letter"))).containsOnlyKeys("errors");
        assertThat(errors(with("errors", "dead-letter", topic, "dlq"))).containsOnlyKeys("errors");
        assertThat(errors(with("errors", "dead-letter", "errors.tolerance", "all")))
                .containsOnlyKeys("errors");
        assertThat(errors(with("errors", "dead-letter", topic, "dlq", "errors.tolerance", "all")))
                .isEmpty();
    }

    @Test
    void clientSettings_arePassedOn() {
        SinkSettings settings = new SinkSettings(with(
                "hbase.zookeeper.quorum", "zk1", "sluice.client.buffer.budget", "1048576", "topics", "t", "name", "x"));
        assertThat(settings.configuration().get("hbase.zookeeper.quorum")).isEqualTo("zk1");
        assertThat(settings.configuration().get("sluice.client.buffer.budget")).isEqualTo("1048576");
        assertThat(settings.configuration().get("topics")).isNull();
    }

    @Test
    void tasks_getTheSettingsAndTheConnectorItsVersion() {
        SluiceSinkConnector connector = new SluiceSinkConnector();
        connector.start(with("nulls", "delete"));
        assertThat(connector.taskConfigs(2)).containsExactly(with("nulls", "delete"), with("nulls", "delete"));
        assertThat(connector.version()).matches("\\d+\\.\\d+\\.\\d+.*").isEqualTo(new SluiceSinkTask().version());
    }
}
