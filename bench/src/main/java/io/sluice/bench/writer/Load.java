package io.sluice.bench.writer;

/**
 * What is written, and by how many threads.
 *
 * @param threads number of threads that call the contender concurrently
 * @param valueBytes value size of the single cell of each put
 * @param skipWal whether the puts are {@code SKIP_WAL}; else they have the default durability
 */
public record Load(int threads, int valueBytes, boolean skipWal) {

    /** The same with this many threads. */
    public Load withThreads(int number) {
        return new Load(number, valueBytes, skipWal);
    }
}
