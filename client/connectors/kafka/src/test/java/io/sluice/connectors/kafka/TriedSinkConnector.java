package io.sluice.connectors.kafka;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** The connector, with tasks that a test can observe and let fail; see {@link Trial}. */
public final class TriedSinkConnector extends SinkConnector {
    private final SluiceSinkConnector tried = new SluiceSinkConnector();

    @Override
    public String version() {
        return tried.version();
    }

    @Override
    public ConfigDef config() {
        return tried.config();
    }

    @Override
    public void start(Map<String, String> props) {
        tried.start(props);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return TriedSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return tried.taskConfigs(maxTasks);
    }

    @Override
    public void stop() {
        tried.stop();
    }
}
