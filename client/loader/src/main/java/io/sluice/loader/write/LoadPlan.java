package io.sluice.loader.write;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run.
 *
 * @param title readable description
 * @param source the rows
 * @param start where it begins; the position of a new run is 0
 * @param files the files that it writes besides the table
 * @param limits rate and maximum number of errors
 * @param again advice after an interrupt if there is no checkpoint
 */
public record LoadPlan(String title, RowSource source, Checkpoint start, Files files, Limits limits, String again) {
    /** Advice if a checkpoint is not possible. */
    public static final String FROM_THE_START = "run it again from the start (rows are overwritten by the same cells)";

    /**
     * The files that a run writes besides the table.
     *
     * @param deadLetters file for rows that were not written
     * @param checkpoint the checkpoint, or null for none
     * @param brokenPlace where broken lines are, for the summary; or empty
     */
    public record Files(
            DeadLetterFile deadLetters, @Nullable Path checkpoint, String brokenPlace) {}

    /**
     * The limits of a run.
     *
     * @param threads number of threads that create and write rows
     * @param maxErrors maximum number of broken lines and unwritten rows, over all runs
     * @param rows rows a second
     * @param bytes bytes a second
     */
    public record Limits(int threads, long maxErrors, RateLimit rows, RateLimit bytes) {}
}
