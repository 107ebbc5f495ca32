package io.sluice.internal.batch;

import io.sluice.internal.pace.RowSequencer;
import io.sluice.internal.pace.RowSequencer.Released;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Holds mutations back that would overtake earlier ones of their row; for {@code Ordering.PER_ROW}. */
final class RowGate {
    private final RowSequencer<Batch> rows;

    /** @param limits of one request, which holds all of what goes together */
    RowGate(BatchLimits limits) {
        rows = new RowSequencer<>(limits.maxMutations(), limits.maxBytes());
    }

    /** A batch is complete, and retained by the caller. Returns what may be sent now. */
    List<Released<Batch>> arrived(Batch batch) {
        boolean mayBeVoid = batch.hasVoid();
        long[] hashes = new long[batch.size()];
        int[] lengths = new int[batch.size()];
        for (int entry = 0; entry < hashes.length; entry++) {
            boolean absent = (mayBeVoid && batch.isVoid(entry)) || batch.isSettled(entry);
            hashes[entry] = row(batch, entry);
            lengths[entry] = absent ? -1 : batch.length(entry);
        }
        return rows.arrived(batch, batch.number(), hashes, lengths);
    }

    /** Of entries that are about to be sent again or were looked up, those that overtake none. */
    int[] again(Batch batch, int[] entries) {
        return rows.again(batch, entries, entry -> row(batch, entry));
    }

    /** Entries, so many, have settled, or will be told so soon. Returns what may be sent now. */
    List<Released<Batch>> settled(Batch batch, int count, IntUnaryOperator entryAt) {
        return rows.settled(batch, count, entryAt, entry -> row(batch, entry));
    }

    /** A void entry has no row, and was left out when its batch arrived. */
    private static long row(Batch batch, int entry) {
        return batch.isVoid(entry) ? 0 : RowHash.of(batch, entry);
    }

    /** Lets nothing be sent any more. */
    void stop() {
        rows.stop();
    }
}
