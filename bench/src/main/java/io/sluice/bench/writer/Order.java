package io.sluice.bench.writer;

/**
 * Instructions for a client process.
 *
 * @param stage how it writes and what it measures
 * @param target where the puts go
 * @param load what is written
 * @param rows number of measured puts
 * @param primingRows number of puts to other rows before that, on the same connection, so that it knows the regions and
 *     its pools are filled
 * @param ratePerSecond puts a second of all threads, for {@link Stage#PACED}; else 0
 */
public record Order(Stage stage, Target target, Load load, long rows, long primingRows, double ratePerSecond) {

    /**  How to write. */
    public enum Stage {
        /** As fast as possible: {@link Outcome#puts}. */
        PUTS,
        /** As fast as possible, under a program that counts system calls: {@link Outcome#syscalls}. */
        SYSCALLS,
        /** At a fixed rate: {@link Outcome#latencies}. */
        PACED
    }

    /** Rows in the table if all went well. */
    public long writtenRows() {
        return rows + primingRows;
    }
}
