package io.sluice.connectors.spark;

import io.sluice.CloseResult;
import io.sluice.MutationCallback;
import io.sluice.Row;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.connectors.RowKind;
import io.sluice.connectors.RowMapping;
import io.sluice.connectors.TableWriter;
import io.sluice.connectors.WriteCounts;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the rows of one attempt of a task. Spark calls it on the task's thread, which waits here for room and, in
 * {@code commit}, for the acknowledgements; both end at the latest when the client's operation timeout has expired, or
 * when Spark interrupts the thread to kill the task. Outcomes are reported on network threads.
 */
final class SinkWriter implements DataWriter<InternalRow> {
    private static final Logger LOG = LoggerFactory.getLogger(SinkWriter.class);
    private static final int SHOWN_SKIPS = 20;

    private final SinkSettings settings;
    private final RowColumns columns;
    private final RowMapping mapping;
    private final ErrorPolicy errors;
    private final String attempt;
    private final SharedConnections.Lease lease;
    private final TableWriter table;
    private final WriteCounts counts = new WriteCounts();
    private final MutationCallback outcome = this::settled;

    /** The first failure that makes the task fail; never reset. */
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private SinkWriter(SinkSettings settings, StructType schema, String attempt, SharedConnections.Lease lease) {
        this.settings = settings;
        columns = new RowColumns(schema, settings.deleteColumn());
        mapping = settings.mapping();
        errors = settings.errors();
        this.attempt = attempt;
        this.lease = lease;
        table = TableWriter.over(lease.connection(), settings.table(), UnaryOperator.identity());
    }

    /**
     * Connects, unless another task has done so.
     *
     * @param attempt its name in the log
     * @throws IOException if the cluster does not answer; the task fails, and Spark may start it again
     */
    static SinkWriter open(SharedConnections connections, SinkSettings settings, StructType schema, String attempt)
            throws IOException {
        SharedConnections.Lease lease = connections.lease(settings.options());
        try {
            return new SinkWriter(settings, schema, attempt, lease);
        } catch (IllegalArgumentException e) {
            lease.close();
            throw e;
        }
    }

    @Override
    public void write(InternalRow row) throws IOException {
        checkFailure();
        try {
            pass(mapping.row(
                    new SparkRecord(columns, row, settings.jobMillis()),
                    columns.deletes(row) ? RowKind.DELETE : RowKind.INSERT));
        } catch (BadRecordException | IllegalArgumentException e) {
            // An IllegalArgumentException may also come from the client: the row is empty or too large.
            refused(e);
            return;
        }
        counts.sent();
    }

    private void pass(Row row) throws IOException {
        while (!table.tryWrite(row, outcome)) {
            CompletableFuture<Void> ready = table.ready();
            // If there is room, but not for this row, the row is written so often that its timestamps run ahead of the
            // clock.
            await(
                    ready.isDone()
                            ? new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.MILLISECONDS)
                            : ready);
            checkFailure();
        }
    }

    private void await(CompletableFuture<?> future) throws IOException {
        try {
            Object unused = future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while writing to table " + settings.table(), e);
        } catch (ExecutionException e) {
            throw new IOException("cannot write to table " + settings.table() + ": " + e.getCause(), e);
        }
    }

    private void checkFailure() throws IOException {
        Throwable first = failure.get();
        if (first != null) {
            throw new IOException("a write to table " + settings.table() + " failed: " + first, first);
        }
    }

    /** Called on a network thread, so it must not wait. It must not throw either, since the outcome would be lost. */
    private void settled(@Nullable Throwable error) {
        try {
            if (error == null) {
                counts.acknowledged();
            } else if (errors == ErrorPolicy.FAIL || !ErrorPolicy.concernsRecord(error)) {
                fail(error);
            } else {
                leftOut(error);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable error) {
        counts.failed(ErrorPolicy.FAIL);
        failure.compareAndSet(null, error);
    }

    /** Handles a row that the mapping or the client does not accept. */
    private void refused(Exception error) throws IOException {
        if (errors == ErrorPolicy.FAIL) {
            counts.failed(ErrorPolicy.FAIL);
            throw new IOException(
                    "cannot write a row to table " + settings.table() + ": " + error.getMessage()
                            + "; the option errors=skip continues without such rows",
                    error);
        }
        leftOut(error);
    }

    private void leftOut(Throwable error) {
        counts.failed(errors);
        long before = counts.getFailed(errors);
        if (before <= SHOWN_SKIPS) {
            LOG.warn("Left out a row of table {}: {}", settings.table(), error.toString());
        } else if (before == SHOWN_SKIPS + 1) {
            LOG.warn("Further rows of table {} that are left out are counted, but not shown", settings.table());
        }
    }

    /** Waits until HBase has acknowledged each row; fails the task if it did not. */
    @Override
    public WriterCommitMessage commit() throws IOException {
        checkFailure();
        await(table.flush());
        checkFailure();
        return new Written(counts.getAcknowledged(), counts.getFailed(ErrorPolicy.SKIP));
    }

    /** Logs what was written, since it stays. */
    @Override
    public void abort() {
        LOG.warn(
                "{} was aborted: HBase has acknowledged {} of the {} rows that it sent to table {}, and some of the others "
                        + "may be stored. They stay; another attempt writes the same rows with the timestamps that the "
                        + "option timestamp={} determines",
                attempt,
                counts.getAcknowledged(),
                counts.getSent(),
                settings.table(),
                settings.common().timestamp());
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return new CustomTaskMetric[] {
            new SinkMetrics.OfTask(WriteCounts.ACKNOWLEDGED, counts.getAcknowledged()),
            new SinkMetrics.OfTask(WriteCounts.SKIPPED, counts.getFailed(ErrorPolicy.SKIP)),
            new SinkMetrics.OfTask(WriteCounts.RETRIED, table.state().retried())
        };
    }

    /** Drops rows that were not acknowledged; after a commit there are none. */
    @Override
    public void close() {
        CompletableFuture<CloseResult> unused =
                table.close(Duration.ZERO).whenComplete((result, error) -> lease.close());
    }
}
