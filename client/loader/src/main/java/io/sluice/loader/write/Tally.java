package io.sluice.loader.write;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the outcomes of rows. Thread-safe. A row is counted as read, then as broken, or as sent and then as one of
 * acknowledged, failed and undecided, so numbers read in the opposite order never show more outcomes than rows.
 */
public final class Tally {
    private static final long POLL_NANOS = 1_000_000;

    private final LongAdder skipped = new LongAdder();
    private final LongAdder read = new LongAdder();
    private final LongAdder broken = new LongAdder();
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
     * @param skipped rows skipped because an earlier run has settled them
     * @param read rows read from the source, without the skipped ones
     * @param broken records read that cannot become rows
     * @param sent rows passed to the client
     * @param acknowledged rows the server has acknowledged
     * @param failed rows that failed
     * @param undecided rows given up with an unknown outcome
     * @param bytes bytes of keys, qualifiers and values of acknowledged rows
     * @param cells cells of acknowledged rows
     * @param checksum sum of the checksums of acknowledged rows
     */
    public record Numbers(
            long skipped,
            long read,
            long broken,
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

        /** Returns how many rows of the source are done, without those given up. */
        public long done() {
            return skipped + broken + acknowledged + failed;
        }

        /** Returns how many rows were read and neither acknowledged nor failed nor broken. */
        public long open() {
            return read - broken - acknowledged - failed;
        }
    }

    public void skipped() {
        skipped.increment();
    }

    public void read(int rows) {
        read.add(rows);
    }

    public void broken() {
        broken.increment();
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

    /** Counts a row that was given up because the loader ended, which is not a failure. */
    void givenUp() {
        undecided.increment();
    }

    public Numbers numbers() {
        long acknowledgedNow = acknowledged.sum();
        long failedNow = failed.sum();
        long undecidedNow = undecided.sum();
        long brokenNow = broken.sum();
        long sentNow = sent.sum();
        return new Numbers(
                skipped.sum(),
                read.sum(),
                brokenNow,
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
