package io.sluice.connectors.kafka;

import io.sluice.connectors.Version;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Writes topics to one HBase table, at least once, with Sluice. Its settings are those of {@link #config}, the worker's
 * for all sinks, and HBase's and Sluice's own, which begin with {@code hbase.}, {@code zookeeper.} or {@code sluice.}.
 * Each task has a connection with a memory budget of its own.
 */
public final class SluiceSinkConnector extends SinkConnector {
    private Map<String, String> settings = Map.of();

    /** Called by the worker. */
    public SluiceSinkConnector() {}

    @Override
    public String version() {
        return Version.TEXT;
    }

    @Override
    public ConfigDef config() {
        return SinkSettings.DEFINITION;
    }

    /** Checks each setting, and those that belong together; does not ask the cluster. */
    @Override
    public Config validate(Map<String, String> connectorConfigs) {
        Config config = super.validate(connectorConfigs);
        Map<String, String> problems = SinkSettings.problems(connectorConfigs);
        for (ConfigValue value : config.configValues()) {
            String problem = problems.get(value.name());
            if (problem != null && value.errorMessages().isEmpty()) {
                value.addErrorMessage(problem);
            }
        }
        return config;
    }

    @Override
    public void start(Map<String, String> props) {
        settings = Map.copyOf(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return SluiceSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return Collections.nCopies(maxTasks, settings);
    }

    @Override
    public void stop() {
        settings = Map.of();
    }
}
