package io.sluice.bench.writer;

/**
 * What is written, and by how many.
 *
 * @param threads that call the contender at the same time
 * @param valueBytes of the one cell of each put
 * @param skipWal whether the puts are {@code SKIP_WAL}; else they have the default durability
 */
public record Load(int threads, int valueBytes, boolean skipWal) {

    /** The same by so many threads. */
    public Load withThreads(int number) {
        return new Load(number, valueBytes, skipWal);
    }
}
