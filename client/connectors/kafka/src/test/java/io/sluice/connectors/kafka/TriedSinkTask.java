package io.sluice.connectors.kafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** A task that does what its {@link Trial} says. */
@SuppressWarnings("NullAway.Init") // The worker calls initialize and start first.
public final class TriedSinkTask extends SinkTask {
    private final SluiceSinkTask tried = new SluiceSinkTask();
    private final Set<TopicPartition> paused = new HashSet<>();
    private Trial trial;
    private boolean crashed;

    @Override
    public String version() {
        return tried.version();
    }

    @Override
    public void initialize(SinkTaskContext context) {
        super.initialize(context);
        Object observed = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SinkTaskContext.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("pause") || method.getName().equals("resume")) {
                        note(method.getName().equals("pause"), (TopicPartition[]) arguments[0]);
                    }
                    try {
                        return method.invoke(context, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        tried.initialize((SinkTaskContext) observed);
    }

    private void note(boolean pauses, TopicPartition[] partitions) {
        for (TopicPartition partition : partitions) {
            if (pauses ? paused.add(partition) : paused.remove(partition)) {
                trial.paused.addAndGet(pauses ? 1 : -1);
            }
        }
    }

    @Override
    public void start(Map<String, String> props) {
        trial = Trial.of(props.getOrDefault("name", ""));
        tried.start(props);
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        tried.open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        trial.records.addAndGet(records.size());
        tried.put(records);
        trial.puts.incrementAndGet();
        boolean busy = !records.isEmpty() || !paused.isEmpty();
        if (busy && trial.crashes.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            crashed = true;
            throw new IllegalStateException("this crash is part of a test");
        }
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        if (crashed) {
            return Map.of();
        }
        return trial.careless ? currentOffsets : tried.preCommit(currentOffsets);
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        note(false, partitions.toArray(new TopicPartition[0]));
        tried.close(partitions);
    }

    @Override
    public void stop() {
        tried.stop();
        trial.stops.incrementAndGet();
    }
}
