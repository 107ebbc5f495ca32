package io.sluice.internal.batch;

import java.util.Arrays;

/**
 * A list of entries in the order of sending, cut into pieces like the columns of a batch: the first dispatch of a batch
 * takes its pieces from the columns, so that it costs no garbage. A retry, which shares the batch with requests that are
 * still under way, has its own pieces, and so has a batch that is {@linkplain Batch#compact compacted}.
 */
final class Order {
    private int[][] pieces;
    /** Each piece has room for {@code 1 << bits} entries. */
    private int bits;

    private final int count;

    private Order(int[][] pieces, int bits, int count) {
        this.pieces = pieces;
        this.bits = bits;
        this.count = count;
    }

    /** In the columns of a batch, which must not be used for anything else while the list is read. */
    static Order in(EntryColumns[] columns, int bits, int count) {
        int[][] pieces = new int[columns.length][];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = columns[i].order;
        }
        return new Order(pieces, bits, count);
    }

    /** In an array of its own. */
    static Order of(int[] entries) {
        return new Order(new int[][] {entries}, Integer.SIZE - 1, entries.length);
    }

    /** Moves to an array of its own, before the columns are given back; while no thread reads the list. */
    void leaveColumns() {
        int[] own = new int[count];
        Arrays.setAll(own, this::get);
        pieces = new int[][] {own};
        bits = Integer.SIZE - 1;
    }

    /** The bytes that it takes in an array of its own. */
    long bytes() {
        return (long) count * Integer.BYTES;
    }

    int get(int position) {
        return pieces[position >>> bits][position & mask()];
    }

    void set(int position, int entry) {
        pieces[position >>> bits][position & mask()] = entry;
    }

    private int mask() {
        return (1 << bits) - 1;
    }
}
