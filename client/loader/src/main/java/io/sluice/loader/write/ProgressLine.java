package io.sluice.loader.write;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The text of a progress line. */
public final class ProgressLine {
    private static final double MEGABYTE = 1_000_000;

    /** How long no row is acknowledged before the line reports it. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private ProgressLine() {}

    /**
     * What a progress line shows.
     *
     * @param numbers outcomes of the rows
     * @param fractionRead fraction of the source that has been read
     * @param retries repeated calls
     * @param elapsedNanos time since the first row
     * @param stalledNanos time without a settled row while rows are in flight
     * @param ended whether the run is over
     */
    public record Moment(
            Tally.Numbers numbers,
            double fractionRead,
            long retries,
            long elapsedNanos,
            long stalledNanos,
            boolean ended) {
        /** Creates a moment of a run that is not over and not stalled. */
        public Moment(Tally.Numbers numbers, double fractionRead, long retries, long elapsedNanos) {
            this(numbers, fractionRead, retries, elapsedNanos, 0, false);
        }

        /** Returns the estimated number of rows; exact for a source that was read to its end. */
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

        /** Returns the seconds until all rows are settled at the rate so far, or -1 if there is no rate yet. */
        long secondsLeft() {
            long doneNow = numbers.done() - numbers.skipped();
            if (doneNow == 0) {
                return -1;
            }
            long left = Math.max(0, estimatedTotal() - numbers.done());
            return Math.round(seconds() * left / doneNow);
        }
    }

    /** A part of the line; if room is short, the part with the highest rank is left out first. */
    private record Part(int rank, String text) {}

    /**
     * Returns the line for a moment.
     *
     * @param maxChars maximum length; the least important parts are left out
     */
    public static String of(Moment moment, int maxChars) {
        List<Part> parts = parts(moment);
        while (text(parts).length() > maxChars && parts.size() > 1) {
            parts.remove(Collections.max(parts, Comparator.comparingInt(Part::rank)));
        }
        String line = text(parts);
        return line.substring(0, Math.min(maxChars, line.length()));
    }

    private static String text(List<Part> parts) {
        return parts.stream().map(Part::text).collect(Collectors.joining("  "));
    }

    private static List<Part> parts(Moment moment) {
        Tally.Numbers numbers = moment.numbers();
        long total = moment.estimatedTotal();
        double percent = total == 0 ? 0 : 100.0 * numbers.done() / total;
        String about = moment.fractionRead() < 1 ? "~" : "";
        List<Part> parts = new ArrayList<>();
        parts.add(part(0, "%,d of %s%,d rows (%.0f %%)", numbers.done(), about, total, percent));
        parts.add(part(2, "%,.0f rows/s", moment.rowsPerSecond()));
        parts.add(part(4, "%.1f MB/s", moment.megabytesPerSecond()));
        parts.add(part(6, "in flight %,d", numbers.inFlight()));
        parts.add(part(5, "retries %,d", moment.retries()));
        if (moment.stalledNanos() >= STALL_NANOS) {
            parts.add(part(
                    1, "nothing was acknowledged for %d s", TimeUnit.NANOSECONDS.toSeconds(moment.stalledNanos())));
        } else if (!moment.ended() || total == numbers.done()) {
            parts.add(part(3, "ETA %s", duration(moment.secondsLeft())));
        }
        if (numbers.failed() > 0) {
            parts.add(part(1, "FAILED %,d", numbers.failed()));
        }
        return parts;
    }

    private static Part part(int rank, String format, Object... values) {
        return new Part(rank, String.format(Locale.ROOT, format, values));
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
