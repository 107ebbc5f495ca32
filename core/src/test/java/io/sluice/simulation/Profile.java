package io.sluice.simulation;

/** What a run is mostly about, so that one fault does not hide another. */
enum Profile {
    /** Mutations that fit a block or nearly so, short periods, many callers inside each other's calls; nothing fails. */
    FLUSH,
    /** From ten bytes to the size of a budget, in buffers of every size; nothing fails. */
    SIZES,
    /** Callbacks that throw, write, flush, close and block; executors that are late or refuse. */
    CALLBACKS,
    /** An error thrown into the engine by one of its ports, once. */
    ERROR,
    /** Errors of several ports, each also in the middle of what the one before has left. */
    ERRORS,
    /** Servers that fail in every way, regions that move, an {@code hbase:meta} that does not answer. */
    OUTAGE,
    /** One server hangs, the others do not; budgets that are used up. */
    HUNG,
    /** Order of rows: few rows, servers with small limits. */
    ROWS,
    /** The connection pool. */
    POOL;

    /** Whether anything fails that a server, {@code hbase:meta} or a port does. */
    boolean isFaultless() {
        return this == FLUSH || this == SIZES || this == CALLBACKS;
    }

    /** Whether ports throw. */
    boolean isThrowing() {
        return this == ERROR || this == ERRORS;
    }

    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
