package io.sluice.connectors;

import java.util.concurrent.atomic.LongAdder;

/** Counts the outcomes of records. Thread-safe; an engine shows the numbers as its metrics, under the same names. */
public final class WriteCounts {
    /** Metric: records passed to the client. */
    public static final String SENT = "sluiceRecordsSent";

    /** Metric: records that a server has acknowledged. */
    public static final String ACKNOWLEDGED = "sluiceRecordsAcknowledged";

    /** Metric: records left out by the policy {@link ErrorPolicy#SKIP}. */
    public static final String SKIPPED = "sluiceRecordsSkipped";

    /** Metric: records kept as dead letters. */
    public static final String DEAD_LETTERS = "sluiceRecordsDeadLetters";

    /** Metric: records whose failure made the job fail. */
    public static final String FAILED = "sluiceRecordsFailed";

    /** Metric: how often a mutation was sent again. */
    public static final String RETRIED = "sluiceRetries";

    /** Metric: records passed to the client and not settled yet. */
    public static final String PENDING = "sluiceRecordsPending";

    private final LongAdder sent = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder deadLetters = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** A record was passed to the client. */
    public void sent() {
        sent.increment();
    }

    /** A server has acknowledged a record. */
    public void acknowledged() {
        acknowledged.increment();
    }

    /** A record failed and was handled by this policy. */
    public void failed(ErrorPolicy policy) {
        switch (policy) {
            case FAIL -> failed.increment();
            case SKIP -> skipped.increment();
            case DEAD_LETTER -> deadLetters.increment();
        }
    }

    /** Returns the number of records passed to the client. */
    public long getSent() {
        return sent.sum();
    }

    /** Returns the number of records that a server has acknowledged. */
    public long getAcknowledged() {
        return acknowledged.sum();
    }

    /** Returns the number of records handled by this policy. */
    public long getFailed(ErrorPolicy policy) {
        return switch (policy) {
            case FAIL -> failed.sum();
            case SKIP -> skipped.sum();
            case DEAD_LETTER -> deadLetters.sum();
        };
    }
}
