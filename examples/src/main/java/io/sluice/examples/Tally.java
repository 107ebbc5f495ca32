package io.sluice.examples;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What became of the rows. Thread-safe; a row is counted as read, then as sent, then as one of acknowledged, failed and
 * undecided, so that numbers read in the opposite order never show more ends than beginnings.
 */
public final class Tally {
    private static final long POLL_NANOS = 1_000_000;

    private final LongAdder read = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder undecided = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder cells = new LongAdder();
    private final LongAdder checksum = new LongAdder();
    private final FailureCounts failures = new FailureCounts();

    /**
     * The numbers at one moment.
     *
     * @param read rows read from the source
     * @param sent rows handed to the client
     * @param acknowledged rows the server has acknowledged
     * @param failed rows that failed
     * @param undecided rows given up without knowing whether they are there
     * @param bytes bytes of keys, qualifiers and values of acknowledged rows
     * @param cells cells of acknowledged rows
     * @param checksum sum of the checksums of acknowledged rows
     */
    public record Numbers(
            long read,
            long sent,
            long acknowledged,
            long failed,
            long undecided,
            long bytes,
            long cells,
            long checksum) {
        public long settled() {
            return acknowledged + failed + undecided;
        }

        public long inFlight() {
            return sent - settled();
        }
    }

    public void read(int rows) {
        read.add(rows);
    }

    public void sent() {
        sent.increment();
    }

    public void acknowledged(long rowBytes, int rowCells, long rowChecksum) {
        bytes.add(rowBytes);
        cells.add(rowCells);
        checksum.add(rowChecksum);
        acknowledged.increment();
    }

    public void failed(Throwable failure) {
        failures.add(failure);
        failed.increment();
    }

    public void undecided(Throwable failure) {
        failures.add(failure);
        undecided.increment();
    }

    public Numbers numbers() {
        long acknowledgedNow = acknowledged.sum();
        long failedNow = failed.sum();
        long undecidedNow = undecided.sum();
        long sentNow = sent.sum();
        return new Numbers(
                read.sum(),
                sentNow,
                acknowledgedNow,
                failedNow,
                undecidedNow,
                bytes.sum(),
                cells.sum(),
                checksum.sum());
    }

    /** Waits until no row is in flight, at most for {@code limit}. */
    public void awaitSettled(Duration limit) {
        long endNanos = System.nanoTime() + limit.toNanos();
        while (numbers().inFlight() > 0 && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    public FailureCounts failures() {
        return failures;
    }
}
