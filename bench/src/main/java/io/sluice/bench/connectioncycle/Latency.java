package io.sluice.bench.connectioncycle;

/** A percentile of check-out times. */
enum Latency {
    P50("p0.5", 50),
    P99("p0.99", 99),
    P999("p0.999", 99.9),
    P9999("p0.9999", 99.99),
    MAX("longest", 100);

    private final String title;
    private final double percentile;

    Latency(String title, double percentile) {
        this.title = title;
        this.percentile = percentile;
    }

    String title() {
        return title;
    }

    double percentile() {
        return percentile;
    }
}
