package io.sluice.connectors.flink;

import io.sluice.connectors.ErrorPolicy;
import java.io.IOException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/**
 * Writes a stream to a table of HBase, at least once: a checkpoint completes when everything before it is stored, and
 * after a failure the job repeats what came after it. A repeated cell does not get a second version if it has the
 * timestamp of its element.
 *
 * <p>Each subtask has a connection with a buffer of its own. While HBase is slow, elements wait (Flink shows
 * backpressure) until there is room, or until the client gives up on a mutation and the job fails. Mutations of a row
 * keep their order within a subtask, so let all elements of a row go to one subtask, with {@code keyBy}.
 *
 * <p>An {@link ErrorPolicy} applies to elements that cannot be written. It covers single elements only: if HBase does
 * not answer in time, the job fails.
 *
 * <p>Tested with Flink 2.3.0 and 1.20.5.
 *
 * @param <T> type of the elements
 */
public final class SluiceSink<T> implements Sink<T> {
    private static final long serialVersionUID = 1;

    private final SinkSettings settings;
    private final SluiceSerializer<T> serializer;

    SluiceSink(SinkSettings settings, SluiceSerializer<T> serializer) {
        this.settings = settings;
        this.serializer = serializer;
    }

    /**
     * Returns a builder; table and serializer are required.
     *
     * @param <T> type of the elements
     */
    public static <T> SluiceSinkBuilder<T> builder() {
        return new SluiceSinkBuilder<>();
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
        return open(
                context.getMailboxExecutor(),
                context.metricGroup(),
                context.getTaskInfo().getIndexOfThisSubtask());
    }

    SinkWriter<T> open(MailboxExecutor mailbox, SinkWriterMetricGroup metrics, int subtask) throws IOException {
        return SluiceSinkWriter.open(settings, serializer, mailbox, metrics, subtask);
    }
}
