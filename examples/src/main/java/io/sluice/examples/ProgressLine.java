package io.sluice.examples;

import java.util.Locale;

/** The text of a progress line. */
public final class ProgressLine {
    private static final double MEGABYTE = 1_000_000;

    private ProgressLine() {}

    /**
     * What a progress line shows.
     *
     * @param numbers what became of the rows
     * @param fractionRead share of the source that was read
     * @param retries repeated calls
     * @param elapsedNanos time since the first row
     */
    public record Moment(Tally.Numbers numbers, double fractionRead, long retries, long elapsedNanos) {
        /** Returns about how many rows there are: exact for a source that was read to its end. */
        public long estimatedTotal() {
            long seen = numbers.skipped() + numbers.read();
            return fractionRead <= 0 ? seen : Math.round(seen / fractionRead);
        }

        public double seconds() {
            return elapsedNanos / 1e9;
        }

        public double rowsPerSecond() {
            return elapsedNanos <= 0 ? 0 : numbers.acknowledged() / seconds();
        }

        public double megabytesPerSecond() {
            return elapsedNanos <= 0 ? 0 : numbers.bytes() / MEGABYTE / seconds();
        }

        /** Returns the seconds until all rows are settled at the rate so far, or -1 while there is no rate. */
        long secondsLeft() {
            long doneNow = numbers.done() - numbers.skipped();
            if (doneNow == 0) {
                return -1;
            }
            long left = Math.max(0, estimatedTotal() - numbers.done());
            return Math.round(seconds() * left / doneNow);
        }
    }

    /** Returns the line of a moment. */
    public static String of(Moment moment) {
        Tally.Numbers numbers = moment.numbers();
        long total = moment.estimatedTotal();
        double percent = total == 0 ? 0 : 100.0 * numbers.done() / total;
        StringBuilder line = new StringBuilder(120);
        line.append(String.format(
                Locale.ROOT,
                "%,d of %s%,d rows (%.0f %%)  %,.0f rows/s  %.1f MB/s  in flight %,d  retries %,d  ETA %s",
                numbers.done(),
                moment.fractionRead() < 1 ? "~" : "",
                total,
                percent,
                moment.rowsPerSecond(),
                moment.megabytesPerSecond(),
                numbers.inFlight(),
                moment.retries(),
                duration(moment.secondsLeft())));
        if (numbers.failed() > 0) {
            line.append(String.format(Locale.ROOT, "  FAILED %,d", numbers.failed()));
        }
        return line.toString();
    }

    /** Returns {@code seconds} as minutes and seconds. */
    static String duration(long seconds) {
        if (seconds < 0) {
            return "?";
        }
        return seconds >= 3600
                ? String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
}
