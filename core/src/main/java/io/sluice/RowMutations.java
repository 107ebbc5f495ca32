package io.sluice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Mutations of one row that the server applies atomically and in this order. Not thread-safe. */
public final class RowMutations implements Row {

    private final byte[] row;
    private final List<Mutation> mutations = new ArrayList<>();

    /**
     * Creates an empty object.
     *
     * @param row the row, which is copied
     * @throws IllegalArgumentException if the row is null, empty or longer than {@link HConstants#MAX_ROW_LENGTH}
     */
    public RowMutations(byte[] row) {
        this.row = Mutation.copyRow(row);
    }

    /**
     * Creates an object with these mutations.
     *
     * @throws WrongRowIOException if they do not all belong to one row
     * @throws IllegalArgumentException if the list is null or empty
     */
    public static RowMutations of(List<? extends Mutation> mutations) throws IOException {
        if (mutations == null || mutations.isEmpty()) {
            throw new IllegalArgumentException("RowMutations need at least one mutation");
        }
        return new RowMutations(mutations.get(0).getRow()).add(mutations);
    }

    /** Adds a put. */
    public void add(Put put) throws IOException {
        add((Mutation) put);
    }

    /** Adds a delete. */
    public void add(Delete delete) throws IOException {
        add((Mutation) delete);
    }

    /**
     * Adds a mutation, which is kept, not copied.
     *
     * @throws WrongRowIOException if it belongs to another row
     */
    public RowMutations add(Mutation mutation) throws IOException {
        return add(List.of(mutation));
    }

    /**
     * Adds mutations, which are kept, not copied: all of them or, if one belongs to another row, none.
     *
     * @throws WrongRowIOException if one belongs to another row
     */
    public RowMutations add(List<? extends Mutation> added) throws IOException {
        for (Mutation mutation : added) {
            if (!Bytes.equals(row, mutation.getRow())) {
                throw new WrongRowIOException("mutation of row " + Excerpt.of(mutation.getRow())
                        + " added to mutations of row " + Excerpt.of(row));
            }
        }
        mutations.addAll(added);
        return this;
    }

    /** The mutations in their order. Cannot be changed. */
    public List<Mutation> getMutations() {
        return Collections.unmodifiableList(mutations);
    }

    /** The highest priority of the mutations; {@link HConstants#PRIORITY_UNSET} if none has one. */
    public int getMaxPriority() {
        int highest = HConstants.PRIORITY_UNSET;
        for (Mutation mutation : mutations) {
            highest = Math.max(highest, mutation.getPriority());
        }
        return highest;
    }

    @Override
    public byte[] getRow() {
        return row;
    }

    @Override
    public int compareTo(Row other) {
        return Bytes.compareTo(row, other.getRow());
    }

    /** Row and number of mutations. */
    @Override
    public String toString() {
        return "RowMutations{row=" + Excerpt.of(row) + ", mutations=" + mutations.size() + "}";
    }
}
