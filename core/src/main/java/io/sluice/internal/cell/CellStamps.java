package io.sluice.internal.cell;

import io.sluice.Bytes;
import io.sluice.HConstants;

/** Sets the timestamp of encoded cells that have none. */
public final class CellStamps {
    private static final int TYPE_BYTES = 1;
    private static final int STAMP_BYTES = 8 + TYPE_BYTES;

    private static final byte PUT = 4;
    private static final byte DELETE_COLUMN = 12;
    private static final byte DELETE_FAMILY = 14;

    private CellStamps() {}

    /**
     * Whether a cell of a Put or Delete needs a timestamp: it has none and is a value, or a marker for all versions up to its
     * timestamp. Markers for a single version are left alone: without a timestamp the server looks up the newest version.
     *
     * @throws IllegalStateException if the lengths in the cells are wrong
     */
    public static boolean isAnyToBeStamped(byte[] cells, int offset, int length) {
        for (int cell = offset; cell < offset + length; cell = next(cells, cell, offset + length)) {
            if (isToBeStamped(cells, stampOf(cells, cell))) {
                return true;
            }
        }
        return false;
    }

    /** Sets the timestamp where {@link #isAnyToBeStamped} says. */
    public static void stamp(byte[] cells, int offset, int length, long timestamp) {
        for (int cell = offset; cell < offset + length; cell = next(cells, cell, offset + length)) {
            int stamp = stampOf(cells, cell);
            if (isToBeStamped(cells, stamp)) {
                Bytes.putLong(cells, stamp, timestamp);
            }
        }
    }

    private static int stampOf(byte[] cells, int cell) {
        int keyLength = Bytes.toInt(cells, cell + CellEncoder.PREFIX_BYTES);
        return cell + CellEncoder.PREFIX_BYTES + CellEncoder.LENGTHS_BYTES + keyLength - STAMP_BYTES;
    }

    private static boolean isToBeStamped(byte[] cells, int stamp) {
        byte type = cells[stamp + STAMP_BYTES - TYPE_BYTES];
        return (type == PUT || type == DELETE_COLUMN || type == DELETE_FAMILY)
                && Bytes.toLong(cells, stamp) == HConstants.LATEST_TIMESTAMP;
    }

    private static int next(byte[] cells, int cell, int end) {
        int length = Bytes.toInt(cells, cell);
        if (length <= CellEncoder.LENGTHS_BYTES + STAMP_BYTES || length > end - cell - CellEncoder.PREFIX_BYTES) {
            throw new IllegalStateException("damaged cell at offset " + cell + ": cell length " + length);
        }
        return cell + CellEncoder.PREFIX_BYTES + length;
    }
}
