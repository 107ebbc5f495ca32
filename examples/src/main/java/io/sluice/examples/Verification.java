package io.sluice.examples;

import io.sluice.embedded.RowCount;
import io.sluice.loader.write.Tally;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading back.
 *
 * @param proven whether every row of the run is there with the content that was written
 * @param text a description of the result
 */
public record Verification(boolean proven, String text) {
    /** Returns the result of a run that was not read back. */
    static Verification none(String reason) {
        return new Verification(false, "not done: " + reason);
    }

    /**
     * Compares what HBase's own client read with what the server had acknowledged.
     *
     * @param found rows with the timestamp of the run
     * @param numbers the run's numbers after all its rows were settled
     */
    public static Verification of(RowCount found, Tally.Numbers numbers) {
        String missing = problem(found, numbers);
        if (missing != null) {
            return new Verification(false, missing);
        }
        String read = String.format(
                Locale.ROOT, "%,d rows with %,d cells read back by HBase's own client", found.rows(), found.cells());
        if (numbers.settled() > numbers.acknowledged()) {
            return new Verification(
                    false,
                    read + String.format(Locale.ROOT, ", at least the %,d acknowledged", numbers.acknowledged()));
        }
        return new Verification(true, read + ", checksum equal");
    }

    private static @Nullable String problem(RowCount found, Tally.Numbers numbers) {
        if (found.rows() < numbers.acknowledged()) {
            return String.format(
                    Locale.ROOT,
                    "%,d ROWS MISSING: %,d found, %,d acknowledged",
                    numbers.acknowledged() - found.rows(),
                    found.rows(),
                    numbers.acknowledged());
        }
        if (numbers.settled() > numbers.acknowledged()) {
            // Rows that failed or are undecided may be there, too; then contents cannot be compared.
            return null;
        }
        if (found.rows() > numbers.acknowledged()) {
            return String.format(
                    Locale.ROOT,
                    "%,d ROWS TOO MANY: %,d found, %,d acknowledged",
                    found.rows() - numbers.acknowledged(),
                    found.rows(),
                    numbers.acknowledged());
        }
        if (found.cells() != numbers.cells() || found.checksum() != numbers.checksum()) {
            return String.format(
                    Locale.ROOT,
                    "CONTENT DIFFERS: %,d cells with checksum %016x found, %,d with %016x written",
                    found.cells(),
                    found.checksum(),
                    numbers.cells(),
                    numbers.checksum());
        }
        return null;
    }
}
