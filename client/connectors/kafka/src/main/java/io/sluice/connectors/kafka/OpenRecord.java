package io.sluice.connectors.kafka;

import io.sluice.MutationCallback;
import io.sluice.Row;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record whose offset may not be committed yet. Network threads call {@link #settled}; everything else belongs to the
 * task's thread.
 */
final class OpenRecord implements MutationCallback {
    private final Queue<OpenRecord> failures;
    private final long offset;

    /** Needed only if the record fails; cleared once it is stored, since it may be large. */
    private @Nullable SinkRecord record;

    private @Nullable Row row;
    private @Nullable Throwable failure;
    private @Nullable Future<Void> report;
    private boolean leftOut;

    /** Written after {@link #failure}, which is therefore visible to a thread that reads {@code FAILED} here. */
    private volatile State state = State.OPEN;

    private enum State {
        OPEN,
        STORED,
        FAILED
    }

    /**
     * @param row its row; null if there is nothing to send, since it has already failed
     * @param failures receives this record when it has failed
     */
    OpenRecord(SinkRecord record, @Nullable Row row, Queue<OpenRecord> failures) {
        this.record = record;
        this.row = row;
        this.failures = failures;
        offset = record.originalKafkaOffset();
    }

    /** Passes it to the client; returns false if there is no room for it now. */
    boolean send(Table table) {
        Row unsent = row;
        if (unsent == null) {
            return true;
        }
        try {
            if (!table.tryWrite(unsent, this)) {
                return false;
            }
        } catch (IllegalArgumentException e) {
            settled(e);
        }
        row = null;
        return true;
    }

    @Override
    public void settled(@Nullable Throwable error) {
        if (error == null) {
            record = null;
            state = State.STORED;
        } else {
            failure = error;
            state = State.FAILED;
            failures.add(this);
        }
    }

    /** Ignores its outcome from now on: it was skipped, or another task now reads its partition. */
    void leaveOut() {
        leftOut = true;
    }

    /** Returns whether its failure has yet to be handled. */
    boolean isFailed() {
        return state == State.FAILED && !leftOut;
    }

    /** Returns the failed record. */
    SinkRecord record() {
        return Objects.requireNonNull(record, "a stored record has not failed");
    }

    /** Returns why it failed. */
    Throwable failure() {
        return Objects.requireNonNull(failure, "it has not failed");
    }

    /** Notes that its failure was reported; its offset is held until the report is stored. */
    void reported(Future<Void> future) {
        report = future;
    }

    /**
     * Returns whether its offset may be committed.
     *
     * @throws ConnectException if its failure could not be reported
     */
    boolean isDone() {
        if (report == null) {
            return leftOut || state == State.STORED;
        }
        return report.isDone() && isStored(report);
    }

    private boolean isStored(Future<Void> done) {
        try {
            done.get();
            return true;
        } catch (ExecutionException e) {
            throw new ConnectException(
                    "Offset " + offset + " could not be written, nor reported to the dead letter queue", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    long offset() {
        return offset;
    }
}
