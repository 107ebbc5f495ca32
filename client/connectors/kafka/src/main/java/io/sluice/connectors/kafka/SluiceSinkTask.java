package io.sluice.connectors.kafka;

import io.sluice.connectors.Version;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;

/**
 * Writes the records of its partitions to a table. {@link #put} never waits: while there is no room, it pauses
 * partitions. {@link #preCommit} returns the offsets before which all records are stored, or handled by the error
 * policy. The worker creates it, and calls it on one thread.
 */
public final class SluiceSinkTask extends SinkTask {
    private @Nullable Table table;
    private @Nullable RecordFlow flow;

    /** Called by the worker. */
    public SluiceSinkTask() {}

    @Override
    public String version() {
        return Version.TEXT;
    }

    /**
     * Begins to connect. HBase need not be available yet.
     *
     * @throws org.apache.kafka.common.config.ConfigException if a setting has an invalid value; names it
     */
    @Override
    public void start(Map<String, String> props) {
        SinkSettings settings = new SinkSettings(props);
        FailedRecords failed = new FailedRecords(settings.errors(), context.errantRecordReporter());
        Table opened = new TableLink(settings.configuration(), settings.table());
        table = opened;
        flow = new RecordFlow(opened, new RecordRows(settings.mapping()), failed, context, settings.limits());
    }

    private RecordFlow flow() {
        return Objects.requireNonNull(flow, "the worker starts a task first");
    }

    @Override
    public void open(Collection<TopicPartition> partitions) {
        flow().open(partitions);
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        flow().put(records);
    }

    /**
     * Sends the buffered rows, waits for them at most for {@value SinkSettings#COMMIT_WAIT}, and returns the offsets up
     * to which all records are stored.
     */
    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
        return flow().commit(currentOffsets);
    }

    /**
     * The worker has just called {@link #preCommit} for these partitions, so the offsets of stored records are
     * committed.
     */
    @Override
    public void close(Collection<TopicPartition> partitions) {
        flow().close(partitions);
    }

    /**
     * Does not wait for records in flight: the worker has called {@link #preCommit} before, and commits nothing
     * afterwards.
     */
    @Override
    public void stop() {
        if (table != null) {
            table.close();
        }
    }
}
