package io.sluice.internal.metrics;

/**
 * What the open mutators of a table hold at this moment.
 *
 * @param mutators how many there are
 * @param buffered mutations in buffers that have not been sent
 * @param bufferedBytes of these
 * @param pending mutations that have been accepted and have not settled
 */
public record TableNow(int mutators, long buffered, long bufferedBytes, long pending) {
    /** Of no mutator. */
    public static final TableNow NONE = new TableNow(0, 0, 0, 0);

    /** Both together. */
    public TableNow plus(TableNow other) {
        return new TableNow(
                mutators + other.mutators,
                buffered + other.buffered,
                bufferedBytes + other.bufferedBytes,
                pending + other.pending);
    }
}
