package io.sluice.loader;

import io.sluice.loader.write.LoadPlan;
import io.sluice.loader.write.RateLimit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for rate and limits. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class PaceMixin {
    private static final int MAX_THREADS = 64;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "2",
            description = "threads that create and write rows; default: 2")
    private int threads;

    @Option(
            names = "--rate",
            paramLabel = "ROWS",
            defaultValue = "0",
            description = "maximum rows a second; 0 (the default) for no limit")
    private double rows;

    @Option(
            names = "--rate-bytes",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "maximum bytes a second; 0 (the default) for no limit")
    private double bytes;

    @Option(
            names = "--max-errors",
            paramLabel = "N",
            defaultValue = "1000",
            description = "broken lines and unwritten rows allowed before the run ends; -1 for no limit; default: 1000")
    private long maxErrors;

    @Option(
            names = "--write-buffer",
            paramLabel = "BYTES",
            description = "size of the client's write buffer; default: the client's")
    private @Nullable Long writeBuffer;

    LoadPlan.Limits limits() throws BadInputException {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new BadInputException("--threads must be 1 to " + MAX_THREADS + ": " + threads);
        }
        checkRate("--rate", rows);
        checkRate("--rate-bytes", bytes);
        if (maxErrors < -1) {
            throw new BadInputException("--max-errors must be at least 0, or -1 for no limit: " + maxErrors);
        }
        if (writeBuffer != null && writeBuffer < 1) {
            throw new BadInputException("--write-buffer must be at least 1: " + writeBuffer);
        }
        return new LoadPlan.Limits(
                threads, maxErrors < 0 ? Long.MAX_VALUE : maxErrors, RateLimit.of(rows), RateLimit.of(bytes));
    }

    private static void checkRate(String option, double rate) throws BadInputException {
        if (!(rate >= 0)) {
            throw new BadInputException(option + " must be more than 0, or 0 for no limit: " + rate);
        }
    }

    @Nullable Long writeBufferBytes() {
        return writeBuffer;
    }
}
