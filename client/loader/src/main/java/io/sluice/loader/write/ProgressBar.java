package io.sluice.loader.write;

/** A progress line with a bar in front, for a terminal. */
final class ProgressBar {
    private static final int WIDTH = 24;

    private ProgressBar() {}

    /**
     * Returns bar and line; no bar if the total is unknown, or if there is no room for both.
     *
     * @param maxChars maximum length
     */
    static String of(ProgressLine.Moment moment, int maxChars) {
        String line = ProgressLine.of(moment, maxChars);
        long total = moment.estimatedTotal();
        if (moment.fractionRead() <= 0 || total == 0 || line.length() + WIDTH + 3 > maxChars) {
            return line;
        }
        int done = (int) Math.min(WIDTH, WIDTH * moment.numbers().done() / total);
        return "[" + "#".repeat(done) + ".".repeat(WIDTH - done) + "] " + line;
    }
}
