package io.sluice.internal.buffer;

import io.sluice.Backpressure;
import io.sluice.Bytes;
import io.sluice.Delete;
import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.internal.batch.Batch;
import java.util.List;
import java.util.Objects;

/** Refuses at once mutations that could never be written. */
final class MutationCheck {
    private static final int MAX_ROW_IN_MESSAGE = 64;

    private final int maxKeyValueBytes;
    private final long budgetBytes;
    private final boolean bounded;

    /** @param maxKeyValueBytes 0 or less for no limit */
    MutationCheck(int maxKeyValueBytes, long budgetBytes, Backpressure mode) {
        this.maxKeyValueBytes = maxKeyValueBytes;
        this.budgetBytes = budgetBytes;
        bounded = !(mode instanceof Backpressure.Unbounded);
    }

    /**
     * Checks a mutation.
     *
     * @return {@link Batch#lengthOf} of it
     * @throws IllegalArgumentException if it is empty or too large
     */
    int check(Mutation mutation) {
        checkMutation(mutation);
        int length = Batch.lengthOf(mutation);
        checkBudget(mutation, length);
        return length;
    }

    /**
     * Checks the mutations of a row.
     *
     * @return {@link Batch#lengthOf} of them
     * @throws IllegalArgumentException if there is none, or one is empty, or something is too large
     */
    int check(RowMutations mutations) {
        if (mutations.getMutations().isEmpty()) {
            throw new IllegalArgumentException("no mutation in RowMutations of row " + excerpt(mutations.getRow()));
        }
        mutations.getMutations().forEach(this::checkMutation);
        int length = Batch.lengthOf(mutations);
        checkBudget(mutations, length);
        return length;
    }

    /** @throws IllegalArgumentException as {@link #check(Mutation)}, naming the index of the first bad one */
    void checkAll(List<? extends Mutation> mutations) {
        for (int i = 0; i < mutations.size(); i++) {
            try {
                int unused = check(Objects.requireNonNull(mutations.get(i), "mutation"));
            } catch (IllegalArgumentException | NullPointerException e) {
                throw new IllegalArgumentException(
                        "mutation " + i + " of " + mutations.size() + " is not acceptable, none was accepted: "
                                + e.getMessage(),
                        e);
            }
        }
    }

    private void checkMutation(Mutation mutation) {
        if (mutation.isEmpty() && !(mutation instanceof Delete)) {
            throw new IllegalArgumentException("No columns to insert: "
                    + mutation.getClass().getSimpleName() + " of row " + excerpt(mutation.getRow()) + " has no cell");
        }
        if (maxKeyValueBytes > 0 && mutation.maxCellSize() > maxKeyValueBytes) {
            throw new IllegalArgumentException("KeyValue size too large: a cell of row " + excerpt(mutation.getRow())
                    + " has " + mutation.maxCellSize() + " bytes, the limit is " + maxKeyValueBytes
                    + " (hbase.client.keyvalue.maxsize, or setMaxKeyValueSize of the mutator; the server has a limit of its"
                    + " own, hbase.server.keyvalue.maxsize)");
        }
    }

    private void checkBudget(Row row, int length) {
        long bytes = Batch.heldBytes(1, length);
        if (bounded && bytes > budgetBytes) {
            throw new IllegalArgumentException(
                    "The mutation of row " + excerpt(row.getRow()) + " needs " + bytes
                            + " bytes, more than the " + budgetBytes
                            + " that the connection may hold at all (bufferBudget of AsyncConnections.builder(),"
                            + " sluice.client.buffer.budget; the default is 64 MiB, or a quarter of the largest heap if that is less)");
        }
    }

    /** A row for messages, in quotes. */
    static String excerpt(byte[] row) {
        int length = Math.min(row.length, MAX_ROW_IN_MESSAGE);
        return "'" + Bytes.toStringBinary(row, 0, length) + (length < row.length ? "..." : "") + "'";
    }
}
