package io.sluice.loader.write;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to do.
 *
 * @param title for people
 * @param source rows
 * @param start where it begins; the position of a new run is 0
 * @param files what it writes beside the table
 * @param limits when it slows down or ends
 * @param again what to do after an interrupt if there is no checkpoint
 */
public record LoadPlan(String title, RowSource source, Checkpoint start, Files files, Limits limits, String again) {
    /** Advice where a checkpoint is not possible. */
    public static final String FROM_THE_START = "run it again from the start (rows are overwritten by the same cells)";

    /**
     * Files.
     *
     * @param deadLetters for rows that were not written
     * @param checkpoint or null for none
     * @param brokenPlace where broken lines are, for the summary; or empty
     */
    public record Files(
            DeadLetterFile deadLetters, @Nullable Path checkpoint, String brokenPlace) {}

    /**
     * Limits.
     *
     * @param threads that make and write rows
     * @param maxErrors broken lines and rows not written, of all runs together
     * @param rows a second
     * @param bytes a second
     */
    public record Limits(int threads, long maxErrors, RateLimit rows, RateLimit bytes) {}
}
