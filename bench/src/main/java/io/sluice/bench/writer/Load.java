package io.sluice.bench.writer;

/**
 * The puts that are written, and the number of threads.
 *
 * @param threads number of threads that call the contender concurrently
 * @param valueBytes value size of the single cell of each put
 * @param skipWal whether the puts are {@code SKIP_WAL}; else they have the default durability
 */
public record Load(int threads, int valueBytes, boolean skipWal) {

    /** Returns the same with this many threads. */
    public Load withThreads(int number) {
        return new Load(number, valueBytes, skipWal);
    }
}
