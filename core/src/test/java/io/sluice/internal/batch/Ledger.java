package io.sluice.internal.batch;

/** Adds up what an observer is told. */
final class Ledger implements BatchObserver {
    private long acknowledged;
    private long failed;
    private long retried;
    private long bytes;

    @Override
    public synchronized void settled(int newlyAcknowledged, int newlyFailed, long settledBytes) {
        acknowledged += newlyAcknowledged;
        failed += newlyFailed;
        bytes += settledBytes;
    }

    @Override
    public synchronized void retried(int count) {
        retried += count;
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized long failed() {
        return failed;
    }

    synchronized long retried() {
        return retried;
    }

    synchronized long bytes() {
        return bytes;
    }
}
