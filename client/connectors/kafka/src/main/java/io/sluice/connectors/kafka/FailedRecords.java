package io.sluice.connectors.kafka;

import io.sluice.connectors.ErrorPolicy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles failed records by the error policy. Network threads add to {@link #queue}; the task's thread does the rest.
 */
final class FailedRecords {
    private static final Logger LOG = LoggerFactory.getLogger(FailedRecords.class);

    /** Number of skipped records that are logged individually. */
    private static final long LOGGED = 20;

    private final Queue<OpenRecord> queue = new ConcurrentLinkedQueue<>();
    private final ErrorPolicy policy;
    private final @Nullable ErrantRecordReporter reporter;
    private long skipped;

    /**
     * @param reporter null if the worker has none
     * @throws ConnectException if the policy needs a reporter
     */
    FailedRecords(ErrorPolicy policy, @Nullable ErrantRecordReporter reporter) {
        if (policy == ErrorPolicy.DEAD_LETTER && reporter == null) {
            throw new ConnectException(SinkSettings.DEAD_LETTERS_NEED);
        }
        this.policy = policy;
        this.reporter = reporter;
    }

    /** Returns the queue for failed records. */
    Queue<OpenRecord> queue() {
        return queue;
    }

    /**
     * Handles all records that have failed so far.
     *
     * @throws ConnectException if the task must fail; the offset of the record is never committed then
     */
    void handle() {
        for (OpenRecord failed = queue.poll(); failed != null; failed = queue.poll()) {
            if (failed.isFailed()) {
                handle(failed);
            }
        }
    }

    private void handle(OpenRecord failed) {
        Throwable error = failed.failure();
        if (policy == ErrorPolicy.FAIL || !ErrorPolicy.concernsRecord(error)) {
            throw new ConnectException(describe(failed.record()) + " was not written: " + error.getMessage(), error);
        }
        if (policy == ErrorPolicy.SKIP || reporter == null) {
            skip(failed, error);
        } else {
            failed.reported(reporter.report(failed.record(), error));
        }
    }

    private void skip(OpenRecord failed, Throwable error) {
        skipped++;
        if (skipped <= LOGGED) {
            LOG.warn("{} is skipped: {}", describe(failed.record()), error.getMessage());
        } else if (Long.bitCount(skipped) == 1) {
            LOG.warn("{} records were skipped; the last was {}", skipped, describe(failed.record()));
        }
        failed.leaveOut();
    }

    private static String describe(SinkRecord record) {
        return "Offset " + record.originalKafkaOffset() + " of " + record.originalTopic() + "-"
                + record.originalKafkaPartition();
    }
}
