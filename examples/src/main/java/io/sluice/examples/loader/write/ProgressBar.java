package io.sluice.examples.loader.write;

import io.sluice.examples.ProgressLine;

/** A progress line behind a bar, for a terminal. */
final class ProgressBar {
    private static final int WIDTH = 24;

    private ProgressBar() {}

    /** Returns bar and line; without a bar when nobody knows how much there is. */
    static String of(ProgressLine.Moment moment) {
        long total = moment.estimatedTotal();
        if (moment.fractionRead() <= 0 || total == 0) {
            return ProgressLine.of(moment);
        }
        int done = (int) Math.min(WIDTH, WIDTH * moment.numbers().done() / total);
        return "[" + "#".repeat(done) + ".".repeat(WIDTH - done) + "] " + ProgressLine.of(moment);
    }
}
