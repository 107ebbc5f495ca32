package io.sluice.internal.metrics;

/**
 * What the open mutators of a table hold now.
 *
 * @param mutators their number
 * @param buffered mutations in buffers that have not been sent
 * @param bufferedBytes of these
 * @param pending mutations that have been accepted and have not settled
 */
public record TableNow(int mutators, long buffered, long bufferedBytes, long pending) {
    /** No mutator. */
    public static final TableNow NONE = new TableNow(0, 0, 0, 0);

    /** The sum of both. */
    public TableNow plus(TableNow other) {
        return new TableNow(
                mutators + other.mutators,
                buffered + other.buffered,
                bufferedBytes + other.bufferedBytes,
                pending + other.pending);
    }
}
