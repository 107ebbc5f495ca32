package io.sluice.bench.connectioncycle;

/** The numbers of threads and of the connections that they share; the four cases of JAVA-4452. */
public enum CycleCase {
    /** As many connections as threads, many of both. */
    MANY(1000, 1000),
    /** As many connections as threads, few of both. */
    FEW(6, 6),
    /** One of both: the cost of a call. */
    ALONE(1, 1),
    /** More threads than connections: some threads always wait. */
    CONTENDED(1000, 250);

    private final int threads;
    private final int max;

    CycleCase(int threads, int max) {
        this.threads = threads;
        this.max = max;
    }

    int threads() {
        return threads;
    }

    int max() {
        return max;
    }

    /** The beginning of row labels. */
    String label() {
        return "(" + threads + "," + max + ")";
    }
}
