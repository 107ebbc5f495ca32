package io.sluice.bench.writer;

/**
 * What a client process is to do next.
 *
 * @param stage how it writes and what it measures
 * @param target where the puts go
 * @param load what is written
 * @param rows puts that are measured
 * @param primingRows puts of other rows before that, on the same connection, so that it knows the regions and has its pools
 * @param ratePerSecond puts a second of all threads, for {@link Stage#PACED}; else 0
 */
public record Order(Stage stage, Target target, Load load, long rows, long primingRows, double ratePerSecond) {

    /** How is written. */
    public enum Stage {
        /** As fast as it goes: {@link Outcome#puts}. */
        PUTS,
        /** As fast as it goes, under a program that counts system calls: {@link Outcome#syscalls}. */
        SYSCALLS,
        /** At a fixed rate: {@link Outcome#latencies}. */
        PACED
    }

    /** Rows that are in the table when all went well. */
    public long writtenRows() {
        return rows + primingRows;
    }
}
