package io.sluice.connectors.kafka;

import io.sluice.AsyncBufferedMutatorBuilder;
import io.sluice.CloseResult;
import io.sluice.Configuration;
import io.sluice.DoNotRetryIOException;
import io.sluice.MutationCallback;
import io.sluice.Row;
import io.sluice.TableName;
import io.sluice.connectors.TableWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.connect.errors.ConnectException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to the table. Connects in the background, and retries while the cluster does not answer, so that a
 * task that starts during an outage of HBase waits as a running one does. For use by one thread.
 */
final class TableLink implements Table {
    private static final Logger LOG = LoggerFactory.getLogger(TableLink.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Default timeout: a task waits for HBase as long as it takes. */
    private static final long NO_LIMIT_DAYS = 3650;

    private static final String OPERATION_TIMEOUT = "hbase.client.operation.timeout";
    private static final String RETRIES = "hbase.client.retries.number";

    private final Configuration configuration;
    private final TableName table;
    private CompletableFuture<TableWriter> opening;
    private long failedNanos;

    TableLink(Configuration configuration, TableName table) {
        this.configuration = configuration;
        this.table = table;
        opening = open();
    }

    private CompletableFuture<TableWriter> open() {
        return TableWriter.open(configuration, table, this::patient);
    }

    private AsyncBufferedMutatorBuilder patient(AsyncBufferedMutatorBuilder builder) {
        if (configuration.get(OPERATION_TIMEOUT) == null) {
            builder.setOperationTimeout(NO_LIMIT_DAYS, TimeUnit.DAYS);
        }
        if (configuration.get(RETRIES) == null) {
            builder.setMaxRetries(Integer.MAX_VALUE);
        }
        return builder;
    }

    /**
     * Returns the writer, or null while the cluster has not answered.
     *
     * @throws ConnectException if it answered that the table cannot be written to
     */
    private @Nullable TableWriter writer() {
        if (!opening.isDone()) {
            return null;
        }
        if (!opening.isCompletedExceptionally()) {
            return opening.join();
        }
        long nowNanos = System.nanoTime();
        if (failedNanos == 0) {
            failedNanos = nowNanos;
            warnOrThrow(opening);
        } else if (nowNanos - failedNanos > PAUSE_NANOS) {
            failedNanos = 0;
            opening = open();
        }
        return null;
    }

    private void warnOrThrow(CompletableFuture<TableWriter> failed) {
        try {
            failed.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof DoNotRetryIOException || !(cause instanceof IOException)) {
                throw new ConnectException("Cannot write to table '" + table + "': " + cause, cause);
            }
            LOG.warn(
                    "HBase does not answer; connecting again every {} s",
                    TimeUnit.NANOSECONDS.toSeconds(PAUSE_NANOS),
                    cause);
        }
    }

    @Override
    public boolean tryWrite(Row row, MutationCallback outcome) {
        TableWriter writer = writer();
        return writer != null && writer.tryWrite(row, outcome);
    }

    @Override
    public CompletableFuture<?> flush() {
        return opening.isDone() && !opening.isCompletedExceptionally()
                ? opening.join().flush()
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {
        if (opening.cancel(false) || opening.isCompletedExceptionally()) {
            return;
        }
        CloseResult result = opening.join().close(Duration.ZERO).join();
        if (!result.unacknowledged().isEmpty()) {
            LOG.warn(
                    "{} rows were not acknowledged when the task ended; their records will be read again",
                    result.unacknowledged().size());
        }
    }
}
