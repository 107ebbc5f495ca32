package io.sluice.internal.batch;

/** Adds up what an observer is told. */
final class Ledger implements BatchObserver {
    private long acknowledged;
    private long failed;
    private long retried;

    @Override
    public synchronized void settled(int newlyAcknowledged, int newlyFailed) {
        acknowledged += newlyAcknowledged;
        failed += newlyFailed;
    }

    @Override
    public synchronized void retried(int count, Throwable error) {
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
}
