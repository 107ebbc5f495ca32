package io.sluice.internal.batch;

import io.sluice.Delete;
import io.sluice.HConstants;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.cell.CellStamps;
import io.sluice.internal.pace.RowClock;
import io.sluice.internal.pace.RowHash;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives an entry the client's timestamps in place of none, in its copy: a retry is then the same cell. The parts of
 * {@code RowMutations} get one after the other, so that a Put behind a Delete stays. Increment and Append are left to the
 * server, which makes their cells.
 */
final class EntryStamps {
    private EntryStamps() {}

    /**
     * Stamps an entry that has been copied.
     *
     * @param memory holds the entry's cells at {@code offset}
     * @return what the entry has beside its cells, with the timestamp of a Delete of the whole row
     */
    static MutationExtras stamp(Row row, byte[] memory, int offset, MutationExtras extras, RowClock clock) {
        byte[] name = row.getRow();
        long hash = RowHash.of(name, 0, name.length);
        if (row instanceof Mutation mutation) {
            return stampOne(mutation, memory, offset, extras, new Stamps(clock, hash));
        }
        return stampParts((RowMutations) row, memory, offset, extras, new Stamps(clock, hash));
    }

    /** Timestamps for one row. */
    private record Stamps(RowClock clock, long row) {
        long next() {
            return clock.next(row, 1);
        }
    }

    private static MutationExtras stampOne(
            Mutation mutation, byte[] memory, int offset, MutationExtras extras, Stamps stamps) {
        if (!(mutation instanceof Put || mutation instanceof Delete)) {
            return extras;
        }
        if (mutation.size() == 0) {
            return extras.timestamp() == HConstants.LATEST_TIMESTAMP
                    ? new MutationExtras(extras.attributes(), stamps.next(), extras.nonce(), extras.parts())
                    : extras;
        }
        int length = mutation.encodedSize();
        if (CellStamps.isAnyToBeStamped(memory, offset, length)) {
            CellStamps.stamp(memory, offset, length, stamps.next());
        }
        return extras;
    }

    private static MutationExtras stampParts(
            RowMutations row, byte[] memory, int offset, MutationExtras extras, Stamps stamps) {
        List<MutationExtras.Part> parts = new ArrayList<>(extras.parts().size());
        int at = offset;
        for (int i = 0; i < extras.parts().size(); i++) {
            MutationExtras.Part part = extras.parts().get(i);
            MutationExtras stamped = stampOne(row.getMutations().get(i), memory, at, part.extras(), stamps);
            parts.add(new MutationExtras.Part(
                    part.kind(), part.durabilityCode(), part.cellCount(), part.length(), stamped));
            at += part.length();
        }
        return new MutationExtras(extras.attributes(), extras.timestamp(), extras.nonce(), List.copyOf(parts));
    }
}
