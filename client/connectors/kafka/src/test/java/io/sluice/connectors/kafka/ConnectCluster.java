package io.sluice.connectors.kafka;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.runtime.rest.entities.ConnectorStateInfo;
import org.apache.kafka.connect.util.clusters.EmbeddedConnectCluster;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;

/** A real Kafka broker and a worker of Kafka Connect in this JVM. */
final class ConnectCluster implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final EmbeddedConnectCluster connect;
    private final Admin admin;

    private ConnectCluster(EmbeddedConnectCluster connect) {
        this.connect = connect;
        admin = connect.kafka().createAdminClient();
    }

    static ConnectCluster start() {
        Properties broker = new Properties();
        broker.put("auto.create.topics.enable", "false");
        // Records have the times that tests give them, which are long ago.
        broker.put("log.retention.ms", "-1");
        broker.put("group.initial.rebalance.delay.ms", "0");
        EmbeddedConnectCluster connect = new EmbeddedConnectCluster.Builder()
                .name("sluice")
                .numWorkers(1)
                .numBrokers(1)
                .brokerProps(broker)
                .workerProps(new HashMap<>(Map.of("offset.flush.interval.ms", "500")))
                .build();
        connect.start();
        return new ConnectCluster(connect);
    }

    /** The address of the broker. */
    String bootstrap() {
        return connect.kafka().bootstrapServers();
    }

    void createTopic(String topic, int partitions) {
        connect.kafka().createTopic(topic, partitions);
    }

    KafkaProducer<byte[], byte[]> producer() {
        return connect.kafka().createProducer(Map.of("linger.ms", 5));
    }

    /** Creates or changes a connector, and waits until all its tasks run. */
    void configure(String connector, Map<String, String> settings) {
        retried("settings of " + connector, () -> connect.configureConnector(connector, settings));
        awaitTasks(connector, Integer.parseInt(settings.getOrDefault("tasks.max", "1")), "RUNNING");
    }

    /** Returns what the worker says about the settings of a connector that it refuses. */
    List<String> errorsOf(String connectorClass, Map<String, String> settings) {
        // As JSON, which Kafka 3 and 4 have in common; the methods of its class have other names in each.
        JsonNode answer = new ObjectMapper().valueToTree(connect.validateConnectorConfig(connectorClass, settings));
        List<String> texts = new ArrayList<>();
        answer.findValues("errors").forEach(errors -> errors.forEach(error -> texts.add(error.asText())));
        return texts;
    }

    private void awaitTasks(String connector, int count, String state) {
        await("tasks of " + connector + " " + state)
                .until(
                        () -> states(connector),
                        states -> states.size() == count && states.stream().allMatch(state::equals));
    }

    private List<String> states(String connector) {
        return tasks(connector).stream().map(task -> task.state()).toList();
    }

    private List<ConnectorStateInfo.TaskState> tasks(String connector) {
        return connect.connectorStatus(connector).tasks();
    }

    /** Waits until a task has failed; returns its error with the stack. */
    String awaitFailure(String connector) {
        await("a failed task of " + connector).until(() -> states(connector).contains("FAILED"));
        return tasks(connector).stream()
                .filter(task -> task.state().equals("FAILED"))
                .map(task -> task.trace())
                .findFirst()
                .orElseThrow();
    }

    /** Restarts a task as a user does, whether it runs or has failed. */
    void restartTask(String connector, int task) {
        retried("restart of " + connector, () -> connect.restartTask(connector, task));
    }

    /** A worker refuses requests while it exchanges tasks with others. */
    private static void retried(String what, Runnable request) {
        await(what).untilAsserted(request::run);
    }

    /** Restarts the tasks that have failed, and waits until all run. */
    void restartFailed(String connector) {
        List<String> states = states(connector);
        IntStream.range(0, states.size())
                .filter(task -> states.get(task).equals("FAILED"))
                .forEach(task -> restartTask(connector, task));
        awaitTasks(connector, states.size(), "RUNNING");
    }

    void delete(String connector) {
        connect.deleteConnector(connector);
    }

    /** The offsets that the tasks of a connector have committed. */
    Map<TopicPartition, Long> committed(String connector) throws ExecutionException, InterruptedException {
        return admin
                .listConsumerGroupOffsets("connect-" + connector)
                .partitionsToOffsetAndMetadata()
                .get()
                .entrySet()
                .stream()
                .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** The offsets after the last records of a topic. */
    Map<TopicPartition, Long> ends(String topic, int partitions) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = IntStream.range(0, partitions)
                .boxed()
                .collect(toMap(partition -> new TopicPartition(topic, partition), partition -> OffsetSpec.latest()));
        return admin.listOffsets(latest).all().get().entrySet().stream()
                .collect(toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** Waits until everything in a topic has been committed. */
    void awaitCommitted(String connector, String topic, int partitions)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> ends = ends(topic, partitions);
        ends.values().removeIf(end -> end == 0);
        try {
            await("offsets of " + connector).until(() -> committed(connector), ends::equals);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "not all of %s has been committed; tasks: %s".formatted(ends, describedTasks(connector)), e);
        }
    }

    /** A failed task never commits: its state and error tell this from one that is stuck. */
    private String describedTasks(String connector) {
        return tasks(connector).stream()
                .map(task -> task.id() + " " + task.state() + " " + task.trace())
                .toList()
                .toString();
    }

    /** The values of a topic, from its beginning. */
    List<byte[]> values(String topic, int count) {
        List<byte[]> values = new ArrayList<>();
        connect.kafka().consume(count, LIMIT.toMillis(), topic).forEach(record -> values.add(record.value()));
        return values;
    }

    static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions();
    }

    @Override
    public void close() {
        admin.close();
        connect.stop();
    }
}
