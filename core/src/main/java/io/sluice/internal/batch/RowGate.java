package io.sluice.internal.batch;

import io.sluice.internal.flow.Place;
import io.sluice.internal.flow.Shares;
import io.sluice.internal.roworder.RowSequencer;
import io.sluice.internal.roworder.RowSequencer.Released;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Holds back mutations that would overtake earlier ones of their row; for {@code Ordering.PER_ROW}. */
final class RowGate {
    private final RowSequencer<Batch> rows = new RowSequencer<>();
    private final Shares shares;
    /** The bytes held back, as last reported to the shares. */
    private final AtomicLong counted = new AtomicLong();

    /** @param shares of the budget: mutations that are held back have their own */
    RowGate(Shares shares) {
        this.shares = shares;
    }

    /** A batch is complete, and retained by the caller. Returns what may be sent now. */
    List<Released<Batch>> arrived(Batch batch) {
        boolean mayBeVoid = batch.hasVoid();
        long[] hashes = new long[batch.size()];
        int[] lengths = new int[batch.size()];
        for (int entry = 0; entry < hashes.length; entry++) {
            boolean absent = (mayBeVoid && batch.isVoid(entry)) || batch.isSettled(entry);
            hashes[entry] = row(batch, entry);
            lengths[entry] = absent ? -1 : (int) Math.min(Integer.MAX_VALUE, batch.heldBytes(entry));
        }
        List<Released<Batch>> released = rows.arrived(batch, batch.number(), hashes, lengths);
        count(batch);
        return released;
    }

    /** Of entries that are about to be sent again or were looked up, returns those that overtake none. */
    int[] again(Batch batch, int[] entries) {
        int[] going = rows.again(batch, entries, rowsOf(batch, entries));
        count(batch);
        return going;
    }

    /** Holds back entries that were about to be sent: more of their row than the server accepts at a time. */
    void holdBack(Batch batch, int[] entries) {
        if (entries.length > 0) {
            rows.holdBack(batch, entries, rowsOf(batch, entries));
            count(batch);
        }
    }

    /** These entries have settled, or are about to. Returns what may be sent now. */
    List<Released<Batch>> settled(Batch batch, int[] entries) {
        List<Released<Batch>> released = rows.settled(batch, batch.number(), entries, entry -> row(batch, entry));
        count(batch);
        return released;
    }

    /** Reports the change to the shares; outside the lock of the rows, since futures complete in this call. */
    private void count(Batch batch) {
        for (long now = rows.waitingBytes(); now != counted.get(); now = rows.waitingBytes()) {
            long change = now - counted.getAndSet(now);
            Place place = new Place.HeldBack(batch.table(), rows);
            if (change > 0) {
                shares.add(place, change);
            } else if (change < 0) {
                shares.remove(place, -change);
            }
        }
    }

    private static long[] rowsOf(Batch batch, int[] entries) {
        long[] hashes = new long[entries.length];
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] = row(batch, entries[i]);
        }
        return hashes;
    }

    /** A void entry has no row, and was left out when its batch arrived. */
    private static long row(Batch batch, int entry) {
        return batch.isVoid(entry) ? 0 : batch.rowHash(entry);
    }

    /** Releases nothing any more, since a batch of the table is given up. */
    void stop(Batch batch) {
        rows.stop();
        count(batch);
    }
}
