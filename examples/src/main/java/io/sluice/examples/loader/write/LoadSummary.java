package io.sluice.examples.loader.write;

import io.sluice.examples.FailureCounts;
import io.sluice.examples.ProgressLine.Moment;
import io.sluice.examples.Tally;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run in words.
 *
 * @param title what was written where
 * @param ending how it ended
 * @param end the last moment
 * @param lines about what never was a row, and where things are
 * @param failures failures by cause
 */
record LoadSummary(String title, String ending, Moment end, Lines lines, List<FailureCounts.Count> failures) {
    /**
     * What the numbers do not know.
     *
     * @param earlierRows rows that earlier runs have settled
     * @param broken lines that make no row
     * @param deadLetters the file, or null when nothing was put there
     * @param checkpoint the file, or null when there is none
     */
    record Lines(
            long earlierRows,
            long broken,
            @Nullable Path deadLetters,
            @Nullable Path checkpoint) {}

    /** Returns the lines to print. */
    List<String> text() {
        Tally.Numbers numbers = end.numbers();
        List<String> text = new ArrayList<>();
        text.add(title + ": " + ending);
        String earlier = lines.earlierRows() > 0
                ? String.format(Locale.ROOT, "  (and %,d settled by earlier runs)", lines.earlierRows())
                : "";
        text.add(line("rows read", count(numbers.read()) + earlier));
        text.add(line("acknowledged", count(numbers.acknowledged())));
        text.add(line("broken lines", count(lines.broken())));
        String place = lines.deadLetters() == null ? "" : "  (in " + lines.deadLetters() + ", for replay)";
        text.add(line("not written", count(numbers.failed()) + place));
        long open = numbers.undecided() + numbers.inFlight();
        text.add(line("given up", count(open) + (open > 0 ? "  (each may be there or not)" : "")));
        text.add(line(
                "time",
                String.format(
                        Locale.ROOT,
                        "%.1f s, %,.0f rows/s, %.1f MB/s, %,d retries",
                        end.seconds(),
                        end.rowsPerSecond(),
                        end.megabytesPerSecond(),
                        end.retries())));
        if (lines.checkpoint() != null) {
            text.add(line("checkpoint", lines.checkpoint().toString()));
        }
        failures.forEach(failure -> text.add(String.format(
                Locale.ROOT, "  %,d x %s, the first: %s", failure.failures(), failure.type(), failure.firstText())));
        return text;
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "  %-13s %s", name, value);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
