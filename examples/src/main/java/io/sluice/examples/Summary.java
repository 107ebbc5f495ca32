package io.sluice.examples;

import io.sluice.loader.write.FailureCounts;
import io.sluice.loader.write.ProgressLine;
import io.sluice.loader.write.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The end of a run as text and as an exit code.
 *
 * @param title the input and the table
 * @param ending how the run ended
 * @param end the numbers at the end
 * @param skipped number of bad records skipped
 * @param verification the result of reading back
 * @param place description of where the table is now
 * @param failures failures by cause
 */
record Summary(
        String title,
        Ending ending,
        ProgressLine.Moment end,
        long skipped,
        Verification verification,
        String place,
        List<FailureCounts.Count> failures) {

    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int INTERRUPTED = 130;

    private static final int SHOWN_CAUSES = 10;

    /**
     * How a run ended.
     *
     * @param exitCode its exit code: {@link #OK} if nothing stopped the run
     * @param text a description
     */
    record Ending(int exitCode, String text) {}

    /**
     * Returns 0 only if every row was acknowledged, and read back unless that was switched off.
     *
     * @param verified whether the rows were to be read back
     */
    int exitCode(boolean verified) {
        if (ending.exitCode() != OK) {
            return ending.exitCode();
        }
        Tally.Numbers numbers = end.numbers();
        boolean all = numbers.acknowledged() == numbers.read();
        return all && (!verified || verification.proven()) ? OK : FAILED;
    }

    /** Returns the lines to print. */
    List<String> lines() {
        Tally.Numbers numbers = end.numbers();
        List<String> lines = new ArrayList<>();
        lines.add(title + ": " + ending.text());
        lines.add(line("rows read", count(numbers.read()) + skippedText()));
        lines.add(line("acknowledged", count(numbers.acknowledged())));
        lines.add(line("failed", count(numbers.failed())));
        long open = numbers.undecided() + numbers.inFlight();
        lines.add(line("not acknowledged", count(open) + (open > 0 ? "  (each may or may not be there)" : "")));
        if (numbers.read() > numbers.sent()) {
            lines.add(line("never sent", count(numbers.read() - numbers.sent())));
        }
        lines.add(line(
                "bytes",
                String.format(Locale.ROOT, "%,d in %,d cells (acknowledged rows)", numbers.bytes(), numbers.cells())));
        lines.add(line(
                "time",
                String.format(
                        Locale.ROOT,
                        "%.1f s, %,.0f rows/s, %.1f MB/s, %,d retries",
                        end.seconds(),
                        end.rowsPerSecond(),
                        end.megabytesPerSecond(),
                        end.retries())));
        lines.add(line("verification", verification.text()));
        lines.add(line("table", place));
        addFailures(lines);
        return lines;
    }

    private void addFailures(List<String> lines) {
        if (failures.isEmpty()) {
            return;
        }
        lines.add("Failures by cause:");
        failures.stream().limit(SHOWN_CAUSES).forEach(count -> {
            lines.add(String.format(Locale.ROOT, "  %,d x %s, the first:", count.failures(), count.type()));
            lines.add("    " + count.firstText());
        });
        if (failures.size() > SHOWN_CAUSES) {
            lines.add("  and " + (failures.size() - SHOWN_CAUSES) + " more causes");
        }
    }

    private String skippedText() {
        return skipped > 0 ? String.format(Locale.ROOT, "  (and %,d bad lines skipped)", skipped) : "";
    }

    private static String line(String name, String value) {
        return String.format(Locale.ROOT, "  %-17s %s", name, value);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
