package io.sluice.internal.batch;

/** Adds up what an observer is told. */
final class Ledger implements BatchObserver {
    private long acknowledged;
    private long failed;
    private long retried;
    private long bytes;
    private long copies;
    private long occupied;

    @Override
    public synchronized void settled(int newlyAcknowledged, int newlyFailed, long settledBytes) {
        acknowledged += newlyAcknowledged;
        failed += newlyFailed;
        bytes += settledBytes;
    }

    @Override
    public synchronized void retried(int count, Throwable error) {
        retried += count;
    }

    @Override
    public synchronized void copied(Batch copy) {
        copies++;
        occupied += copy.occupiedBytes();
        var unused = copy.emptied().thenRun(() -> occupied(-copy.occupiedBytes()));
    }

    private synchronized void occupied(long more) {
        occupied += more;
    }

    /** Batches that were made of the last entries of others. */
    synchronized long copies() {
        return copies;
    }

    /** Memory of these. */
    synchronized long occupiedByCopies() {
        return occupied;
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
