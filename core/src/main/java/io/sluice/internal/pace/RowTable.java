package io.sluice.internal.pace;

import org.jspecify.annotations.Nullable;

/**
 * A map from a number that stands for a row to an object and a number. Arrays with open addressing, since a map of objects
 * would cost three of them for each mutation. Not safe for use by several threads.
 */
final class RowTable {
    private static final int MIN_SLOTS = 64;

    private long[] rows = new long[MIN_SLOTS];
    private @Nullable Object[] values = new Object[MIN_SLOTS];
    private int[] numbers = new int[MIN_SLOTS];
    private int size;

    int size() {
        return size;
    }

    /** The slot of a row, or -1. Valid until the next change. */
    int find(long row) {
        int mask = rows.length - 1;
        for (int slot = (int) row & mask; values[slot] != null; slot = (slot + 1) & mask) {
            if (rows[slot] == row) {
                return slot;
            }
        }
        return -1;
    }

    Object value(int slot) {
        Object value = values[slot];
        if (value == null) {
            throw new IllegalStateException("slot " + slot + " is empty");
        }
        return value;
    }

    int number(int slot) {
        return numbers[slot];
    }

    void replace(int slot, Object value) {
        values[slot] = value;
    }

    /** Adds a row that is not there. */
    void add(long row, Object value, int number) {
        if (size >= rows.length / 2) {
            resize(rows.length * 2);
        }
        put(row, value, number);
        size++;
    }

    private void put(long row, Object value, int number) {
        int mask = rows.length - 1;
        int slot = (int) row & mask;
        while (values[slot] != null) {
            slot = (slot + 1) & mask;
        }
        rows[slot] = row;
        values[slot] = value;
        numbers[slot] = number;
    }

    /** Empties a slot, and moves up what stands behind it because the slot was taken. */
    void remove(int slot) {
        int mask = rows.length - 1;
        int hole = slot;
        for (int next = (hole + 1) & mask; values[next] != null; next = (next + 1) & mask) {
            int home = (int) rows[next] & mask;
            if (((next - home) & mask) >= ((next - hole) & mask)) {
                rows[hole] = rows[next];
                values[hole] = values[next];
                numbers[hole] = numbers[next];
                hole = next;
            }
        }
        values[hole] = null;
        size--;
        if (size == 0 && rows.length > MIN_SLOTS) {
            // A burst shall not keep its memory for ever. Rare: only when the last row has settled.
            resize(Math.max(MIN_SLOTS, rows.length / 2));
        }
    }

    private void resize(int slots) {
        long[] oldRows = rows;
        @Nullable Object[] oldValues = values;
        int[] oldNumbers = numbers;
        rows = new long[slots];
        values = new Object[slots];
        numbers = new int[slots];
        for (int i = 0; i < oldRows.length; i++) {
            Object value = oldValues[i];
            if (value != null) {
                put(oldRows[i], value, oldNumbers[i]);
            }
        }
    }
}
