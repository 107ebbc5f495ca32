package io.sluice.bench.writer;

/**
 * Instructions for a client process.
 *
 * @param stage the way of writing and the measurement
 * @param target the destination of the puts
 * @param load the puts that are written
 * @param rows number of measured puts
 * @param primingRows number of puts to other rows before that, on the same connection, so that it knows the regions and
 *     its pools are filled
 * @param ratePerSecond puts a second of all threads, for {@link Stage#PACED}; else 0
 * @param lingerMillis age at which a put is sent even if its buffer is not full, for {@link Stage#PACED}; else 0, for the
 *     contender's default
 */
public record Order(
        Stage stage, Target target, Load load, long rows, long primingRows, double ratePerSecond, int lingerMillis) {

    /** Returns an order to write as fast as possible. */
    public static Order unpaced(Stage stage, Target target, Load load, long rows, long primingRows) {
        return new Order(stage, target, load, rows, primingRows, 0, 0);
    }

    /** The ways to write. */
    public enum Stage {
        /** As fast as possible: {@link Outcome#puts}. */
        PUTS,
        /** As fast as possible, under a program that counts system calls: {@link Outcome#syscalls}. */
        SYSCALLS,
        /** At a fixed rate: {@link Outcome#latencies}. */
        PACED
    }

    /** Number of rows in the table if all puts succeed. */
    public long writtenRows() {
        return rows + primingRows;
    }
}
