package io.sluice.client.internal.wire;

import io.sluice.internal.batch.Batch;
import io.sluice.internal.batch.MutationExtras.Part;
import io.sluice.internal.batch.MutationKind;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatch.Slice;
import io.sluice.internal.cell.CellBlockVerifier;

/**
 * The debug check of a request: parses the cells of every mutation again, and checks that every row lies in its region. The
 * server checks neither.
 */
final class CellCheck {
    private CellCheck() {}

    /** @throws IllegalStateException names the entry and what is wrong with it */
    static void check(ServerBatch request) {
        for (Slice slice : request.slices()) {
            for (int position = slice.from(); position < slice.to(); position++) {
                int entry = request.mutation(position);
                try {
                    check(request.batch(), entry, slice);
                } catch (IllegalStateException | IndexOutOfBoundsException e) {
                    throw new IllegalStateException(
                            "entry " + entry + " of table " + request.batch().table() + " for region " + slice.region()
                                    + ": " + e.getMessage(),
                            e);
                }
            }
        }
    }

    private static void check(Batch batch, int entry, Slice slice) {
        byte[] row = batch.row(entry);
        if (!slice.region().contains(row)) {
            throw new IllegalStateException("the row lies outside the region");
        }
        byte[] array = batch.array(entry);
        int at = batch.offset(entry);
        if (batch.kind(entry) != MutationKind.ROW_MUTATIONS) {
            if (batch.cellCount(entry) > 0) {
                CellBlockVerifier.verify(array, at, batch.bodyLength(entry), batch.cellCount(entry), row);
            }
            return;
        }
        for (Part part : batch.extras(entry).parts()) {
            if (part.cellCount() > 0) {
                CellBlockVerifier.verify(array, at, part.bodyLength(), part.cellCount(), row);
            }
            at += part.length();
        }
    }
}
