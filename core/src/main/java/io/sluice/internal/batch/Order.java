package io.sluice.internal.batch;

/**
 * A list of entries in the order of sending, cut into pieces like the columns of a batch: the first dispatch of a batch
 * takes its pieces from there, so that it costs no garbage. A retry, which shares the batch with requests that are still
 * under way, has pieces of its own, and so has a batch that is {@linkplain Batch#compact compacted}.
 */
final class Order {
    private int[][] pieces;
    private final int bits;
    private final int mask;

    /** @param bits each piece has room for {@code 1 << bits} entries */
    private Order(int[][] pieces, int bits) {
        this.pieces = pieces;
        this.bits = bits;
        mask = (1 << bits) - 1;
    }

    /** In the columns of a batch, which nothing else must use as long as the list is read. */
    static Order in(EntryColumns[] columns, int bits) {
        int[][] pieces = new int[columns.length][];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = columns[i].order;
        }
        return new Order(pieces, bits);
    }

    /** In an array of its own. */
    static Order of(int[] entries) {
        return new Order(new int[][] {entries}, Integer.SIZE - 1);
    }

    /** Goes on in arrays of its own, before the columns are given back; while nobody reads it. */
    void leaveColumns() {
        int[][] own = new int[pieces.length][];
        for (int i = 0; i < own.length; i++) {
            own[i] = pieces[i].clone();
        }
        pieces = own;
    }

    /** What it takes in arrays of its own. */
    long bytes() {
        long slots = 0;
        for (int[] piece : pieces) {
            slots += piece.length;
        }
        return slots * Integer.BYTES;
    }

    int get(int position) {
        return pieces[position >>> bits][position & mask];
    }

    void set(int position, int entry) {
        pieces[position >>> bits][position & mask] = entry;
    }
}
