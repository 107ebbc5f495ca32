package io.sluice.loader.write;

import io.sluice.loader.write.ProgressLine.Moment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Describes the end of a run.
 *
 * @param title the input and the table
 * @param ending how it ended
 * @param end the numbers at the end
 * @param lines facts that are not in the numbers
 * @param failures failures by cause
 */
record LoadSummary(String title, String ending, Moment end, Lines lines, List<FailureCounts.Count> failures) {
    /**
     * Facts that are not in the numbers.
     *
     * @param dry whether this was a dry run
     * @param earlierRows number of rows that earlier runs have settled
     * @param repeatedKeys number of rows known to have the key of an earlier one
     * @param letters number of dead letters in their file
     * @param deadLetters that file
     * @param checkpoint the file, or null if there is none
     * @param brokenPlace description of where broken lines are, or empty
     */
    record Lines(
            boolean dry,
            long earlierRows,
            long repeatedKeys,
            long letters,
            Path deadLetters,
            @Nullable Path checkpoint,
            String brokenPlace) {}

    /** Returns the lines to print. */
    List<String> text() {
        Tally.Numbers numbers = end.numbers();
        List<String> text = new ArrayList<>();
        text.add(title + ": " + ending);
        String earlier = lines.earlierRows() > 0
                ? String.format(Locale.ROOT, "  (and %,d settled by earlier runs)", lines.earlierRows())
                : "";
        text.add(line("rows read", count(numbers.read()) + earlier));
        text.add(line(lines.dry() ? "would be written" : "acknowledged", count(numbers.acknowledged())));
        text.add(line("broken lines", count(numbers.broken()) + (numbers.broken() == 0 ? "" : lines.brokenPlace())));
        text.add(line("not written", count(numbers.failed()) + place(numbers.failed())));
        text.add(line("given up", count(numbers.open()) + fate(numbers)));
        if (lines.repeatedKeys() > 0) {
            text.add(line(
                    "repeated keys",
                    "at least " + count(lines.repeatedKeys())
                            + (lines.repeatedKeys() == 1 ? " row has" : " rows have")
                            + " the key of an earlier one; the table keeps one row for each key"));
        }
        text.add(line("time", String.format(Locale.ROOT, "%.1f s", end.seconds())));
        text.add(line(
                "rate",
                String.format(Locale.ROOT, "%,.0f rows/s, %.1f MB/s", end.rowsPerSecond(), end.megabytesPerSecond())));
        text.add(line("retries", count(end.retries())));
        if (lines.checkpoint() != null) {
            text.add(line("checkpoint", lines.checkpoint().toString()));
        }
        failures.forEach(failure -> text.add(line(
                "failure",
                count(failure.failures()) + " x " + failure.type() + ", the first: "
                        + OneLine.of(failure.firstText()))));
        return text;
    }

    private String place(long failed) {
        if (lines.letters() == 0) {
            return "";
        }
        String some = lines.letters() < failed ? count(lines.letters()) + " of them " : "";
        return "  (" + some + "in " + lines.deadLetters() + ", for replay)";
    }

    /** Rows that were passed to the client may have been written without an answer. */
    private static String fate(Tally.Numbers numbers) {
        if (numbers.open() == 0) {
            return "";
        }
        long neverSent = numbers.read() - numbers.broken() - numbers.sent();
        return "  (" + count(neverSent) + " never sent, " + count(numbers.open() - neverSent)
                + " may or may not be in the table)";
    }

    private String line(String name, String value) {
        return String.format(Locale.ROOT, lines.dry() ? "  %-16s %s" : "  %-13s %s", name, value);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
