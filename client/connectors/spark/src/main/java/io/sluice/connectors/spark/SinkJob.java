package io.sluice.connectors.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's side of a write. There is nothing to commit or to roll back: a row is visible and stays once HBase has
 * acknowledged it to a task.
 */
final class SinkJob implements BatchWrite {
    private static final Logger LOG = LoggerFactory.getLogger(SinkJob.class);

    private final SinkSettings settings;
    private final StructType schema;

    SinkJob(SinkSettings settings, StructType schema) {
        this.settings = settings;
        this.schema = schema;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        LOG.info(
                "Writing to table {} with {} tasks; the timestamp of the job is {}",
                settings.table(),
                info.numPartitions(),
                settings.jobMillis());
        return new WriterFactory(settings, schema);
    }

    /**
     * All attempts of a task write the same cells, so it does no harm if two of them commit. With a coordinator, an
     * attempt that hangs in its commit would prevent a speculative one from finishing the task.
     */
    @Override
    public boolean useCommitCoordinator() {
        return false;
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        LOG.info("Table {}: {}", settings.table(), sum(messages));
    }

    @Override
    public void abort(@Nullable WriterCommitMessage[] messages) {
        LOG.warn(
                "The job was aborted. Table {}: {}, and other tasks wrote some of their rows. All of these rows stay. To write "
                        + "them again as the same versions, run the job with the option {}={}",
                settings.table(),
                sum(messages),
                SinkSettings.JOB_TIMESTAMP,
                settings.jobMillis());
    }

    /** Describes what the tasks that committed have written; an aborted job has no message from the others. */
    static String sum(@Nullable WriterCommitMessage[] messages) {
        List<Written> written = Arrays.stream(messages)
                .filter(Objects::nonNull)
                .map(Written.class::cast)
                .toList();
        return String.format(
                Locale.ROOT,
                "%d of %d tasks wrote %d rows and left out %d",
                written.size(),
                messages.length,
                written.stream().mapToLong(Written::rows).sum(),
                written.stream().mapToLong(Written::skipped).sum());
    }

    /** Shown in Spark's log. */
    @Override
    public String toString() {
        return SluiceSource.NAME + " table " + settings.table();
    }
}
