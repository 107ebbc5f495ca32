package io.sluice.connectors.flink;

import io.sluice.MutationCallback;
import io.sluice.Row;
import io.sluice.TableName;
import io.sluice.TableNotFoundException;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.ErrorPolicy;
import io.sluice.connectors.TableWriter;
import io.sluice.connectors.WriteCounts;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of one subtask. Flink calls it on the task's thread; outcomes are reported on network threads.
 *
 * <p>It waits only in {@link MailboxExecutor#yield()}, which runs the task's other mails, such as timers, and ends when
 * the task is cancelled. A wait ends with a mail, which is sent when there is room, when a flush is done, or when a
 * write has failed; at the latest when the client's operation timeouts have expired.
 */
final class SluiceSinkWriter<T> implements SinkWriter<T> {
    private static final Logger LOG = LoggerFactory.getLogger(SluiceSinkWriter.class);

    private static final int SHOWN_SKIPS = 20;

    private final SinkSettings settings;
    private final SluiceSerializer<T> serializer;
    private final TableWriter table;
    private final MailboxExecutor mailbox;
    private final SinkWriterMetricGroup metrics;
    private final @Nullable DeadLetters letters;
    private final WriteCounts counts = new WriteCounts();
    private final MutationCallback outcome = error -> settled(null, error);

    /** The first failure that makes the job fail. Never reset, so that no later checkpoint can complete. */
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private SluiceSinkWriter(
            SinkSettings settings,
            SluiceSerializer<T> serializer,
            TableWriter table,
            MailboxExecutor mailbox,
            SinkWriterMetricGroup metrics,
            int subtask) {
        this.settings = settings;
        this.serializer = serializer;
        this.table = table;
        this.mailbox = mailbox;
        this.metrics = metrics;
        letters = settings.deadLetterFolder() == null
                ? null
                : new DeadLetters(settings.table(), settings.deadLetterFolder(), subtask);
    }

    /**
     * Connects.
     *
     * @param subtask its number, for the names of files
     * @throws IOException if there is no such cluster or table; the job fails, and Flink may start it again
     */
    static <T> SluiceSinkWriter<T> open(
            SinkSettings settings,
            SluiceSerializer<T> serializer,
            MailboxExecutor mailbox,
            SinkWriterMetricGroup metrics,
            int subtask)
            throws IOException {
        serializer.open();
        TableWriter table = connect(settings);
        SluiceSinkWriter<T> writer = new SluiceSinkWriter<>(settings, serializer, table, mailbox, metrics, subtask);
        writer.register();
        return writer;
    }

    private static TableWriter connect(SinkSettings settings) throws IOException {
        CompletableFuture<TableWriter> opening = TableWriter.open(
                new ConnectorSettings(settings.client()).configuration(),
                TableName.valueOf(settings.table()),
                UnaryOperator.identity());
        try {
            return opening.get();
        } catch (InterruptedException e) {
            // The task was cancelled. Cancelling the future closes whatever is already open.
            boolean unused = opening.cancel(false);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while connecting to HBase", e);
        } catch (ExecutionException e) {
            String advice = e.getCause() instanceof TableNotFoundException ? "; create it before the job starts" : "";
            throw new IOException("cannot write to table " + settings.table() + ": " + e.getCause() + advice, e);
        }
    }

    private void register() {
        metrics.gauge(WriteCounts.SENT, counts::getSent);
        metrics.gauge(WriteCounts.ACKNOWLEDGED, counts::getAcknowledged);
        metrics.gauge(WriteCounts.SKIPPED, () -> counts.getFailed(ErrorPolicy.SKIP));
        metrics.gauge(WriteCounts.DEAD_LETTERS, () -> counts.getFailed(ErrorPolicy.DEAD_LETTER));
        metrics.gauge(WriteCounts.FAILED, () -> counts.getFailed(ErrorPolicy.FAIL));
        metrics.gauge(WriteCounts.RETRIED, () -> table.state().retried());
        metrics.gauge(WriteCounts.PENDING, () -> table.state().pending());
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        checkFailure();
        if (letters != null) {
            letters.write();
        }
        Row row;
        try {
            row = serializer.serialize(element, context.timestamp());
            if (row == null) {
                return;
            }
            write(row);
        } catch (BadRecordException | IllegalArgumentException e) {
            // An IllegalArgumentException may also come from the client: the row is empty or too large.
            refused(element, e);
            return;
        }
        counts.sent();
        metrics.getNumRecordsSendCounter().inc();
    }

    private void write(Row row) throws IOException, InterruptedException {
        MutationCallback outcome = outcomeOf(row);
        while (!table.tryWrite(row, outcome)) {
            CompletableFuture<Void> ready = table.ready();
            if (ready.isDone()) {
                // There is room, but not for this row: it is written so often that its timestamps run ahead of the
                // clock.
                ready = new CompletableFuture<Void>().completeOnTimeout(null, 1, TimeUnit.MILLISECONDS);
            }
            await(ready, "Sluice: wait for room");
        }
    }

    /** Runs mails until the future is complete. */
    private void await(CompletableFuture<?> future, String why) throws IOException, InterruptedException {
        CompletableFuture<?> unused = future.whenComplete((result, error) -> wake(why));
        while (!future.isDone()) {
            mailbox.yield();
            checkFailure();
        }
    }

    /** Makes a {@code yield} on the task's thread return, and an idle task notice a failure. */
    private void wake(String why) {
        try {
            mailbox.execute(this::checkFailure, why);
        } catch (RejectedExecutionException e) {
            LOG.debug("The task has ended", e);
        }
    }

    private void checkFailure() throws IOException {
        Throwable first = failure.get();
        if (first != null) {
            throw new IOException("a write to table " + settings.table() + " failed: " + first, first);
        }
    }

    /** If rows cannot be left out, nothing is needed of them later: an object for each would live until it is written. */
    private MutationCallback outcomeOf(Row row) {
        return settings.errors() == ErrorPolicy.FAIL ? outcome : error -> settled(row, error);
    }

    /**
     * Called on a network thread, so it must not wait. It must not throw either, since the outcome would be lost.
     *
     * @param row null if rows cannot be left out
     */
    private void settled(@Nullable Row row, @Nullable Throwable error) {
        try {
            if (error == null) {
                counts.acknowledged();
            } else if (row == null || !ErrorPolicy.concernsRecord(error)) {
                fail(error);
            } else {
                if (letters != null) {
                    letters.add(row, error);
                }
                leftOut(row, error);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable error) {
        counts.failed(ErrorPolicy.FAIL);
        if (failure.compareAndSet(null, error)) {
            wake("Sluice: a write failed");
        }
    }

    /** Handles an element that cannot become a row or that the client does not accept. */
    private void refused(T element, Exception error) throws IOException {
        if (settings.errors() == ErrorPolicy.FAIL) {
            counts.failed(ErrorPolicy.FAIL);
            throw new IOException(
                    "cannot write " + element + " to table " + settings.table() + ": " + error.getMessage()
                            + "; the error policies skip and dead-letter continue without it",
                    error);
        }
        if (letters != null) {
            letters.add(String.valueOf(element), error);
        }
        leftOut(element, error);
    }

    private void leftOut(Object what, Throwable error) {
        counts.failed(settings.errors());
        long before = counts.getFailed(settings.errors());
        if (before <= SHOWN_SKIPS) {
            LOG.warn("Left out {}: {}", what, error.toString());
        } else if (before == SHOWN_SKIPS + 1) {
            LOG.warn("Further elements that are left out are counted, but not shown");
        }
    }

    /** Waits until every written row is stored; called before each checkpoint and at the end of the input. */
    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        checkFailure();
        await(table.flush(), "Sluice: flushed");
        checkFailure();
        if (letters != null) {
            letters.commit();
        }
        countErrors();
    }

    /** Called on the task's thread, since Flink's counter may only be used there. */
    private void countErrors() {
        Counter shown = metrics.getNumRecordsSendErrorsCounter();
        long errors = 0;
        for (ErrorPolicy policy : ErrorPolicy.values()) {
            errors += counts.getFailed(policy);
        }
        shown.inc(errors - shown.getCount());
    }

    /** Drops rows that no checkpoint covers; after a failure the job writes them again. */
    @Override
    public void close() throws Exception {
        try {
            table.close(Duration.ZERO).get(10, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            LOG.warn("The connection is still being closed, in the background");
        }
        if (letters != null) {
            letters.commit();
        }
    }
}
