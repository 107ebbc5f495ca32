package io.sluice.internal.batch;

import java.util.stream.IntStream;

/**
 * Keeps a handful of entries, which are tried again and again, from holding all blocks of their batch: once few are left,
 * those that wait for another try are copied into memory of their own size, and when all are, the blocks go back and the
 * budget gets what they occupied. Callbacks and futures, deadline, attempts, attributes and nonces go along.
 */
final class Stragglers {
    private Stragglers() {}

    /** Of its entries, and of its memory, one in so many may be left for the copying to be worth it. */
    private static final int FEW = 8;

    /** Entries, and the batch they are in now. */
    record Moved(Batch batch, int[] entries) {}

    /** Moves entries that wait for a retry out of their batch, if that is worth it; the caller has retained the batch. */
    static Moved moveOut(Batch batch, Settler.Retry retry) {
        int[] entries = retry.entries();
        if (retry.pauseNanos() == 0 || !areFew(batch, entries)) {
            return new Moved(batch, entries);
        }
        Batch copy = batch.copies().moveOut(entries);
        if (copy == null) {
            return new Moved(batch, entries);
        }
        batch.moved(copy);
        return new Moved(copy, IntStream.range(0, copy.size()).toArray());
    }

    private static boolean areFew(Batch batch, int[] entries) {
        if (batch.isCopy() || (long) batch.resident() * FEW > batch.size()) {
            return false;
        }
        long bytes = 0;
        for (int entry : entries) {
            bytes += Batch.accountedBytes(batch.length(entry));
        }
        return bytes * FEW <= batch.occupiedBytes();
    }
}
