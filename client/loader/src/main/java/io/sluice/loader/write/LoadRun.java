package io.sluice.loader.write;

import io.sluice.loader.BadInputException;
import io.sluice.loader.StopSignal;
import io.sluice.loader.write.ProgressLine.Moment;
import io.sluice.loader.write.Watermark.Position;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One run from the first row to the summary. */
public final class LoadRun {
    /** How long a run that is stopped still waits for acknowledgements. */
    private static final Duration STOPPED_DEADLINE = Duration.ofSeconds(10);

    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(2);

    private final LoadPlan plan;
    private final StopSignal signal;
    private final PrintStream out;
    private final Tally tally = new Tally();
    private final RepeatedKeys keys = new RepeatedKeys();
    private final AtomicBoolean checkpointFailed = new AtomicBoolean();
    private volatile boolean ended;

    /** @param signal stops the run early */
    public LoadRun(LoadPlan plan, StopSignal signal, PrintStream out) {
        this.plan = plan;
        this.signal = signal;
        this.out = out;
    }

    /** How a run ended. */
    private record Ending(
            int exitCode, String text, @Nullable RuntimeException fault) {
        Ending(int exitCode, String text) {
            this(exitCode, text, null);
        }
    }

    /**
     * Runs and prints; closes the writer and the dead letters.
     *
     * @param err receives errors, line by line
     * @return the exit code
     */
    public int run(RowWriter writer, PrintStream err) {
        signal.busy();
        long earlier = plan.start().position().rows();
        out.println("Writing " + plan.title() + (earlier > 0 ? ", from row " + (earlier + 1) + " on" : ""));
        long startNanos = System.nanoTime();
        int columns = Progress.terminalColumns();
        StallWatch stall = new StallWatch();
        Ending ending;
        try (Progress progress = new Progress(out, columns, maxChars -> {
            Moment now = moment(writer, startNanos, stall);
            return columns > 0 ? ProgressBar.of(now, maxChars) : ProgressLine.of(now, maxChars);
        })) {
            progress.start();
            ending = write(writer, progress.above(out), progress.above(err));
            ended = true;
        }
        if (ending.fault() != null) {
            ending.fault().printStackTrace(err);
        }
        summary(ending, moment(writer, startNanos, stall), writer.isDry())
                .text()
                .forEach(out::println);
        return ending.exitCode();
    }

    /**
     * Whatever the outcome, every row passed to the writer is settled or given up when this returns, and the files are
     * closed.
     */
    private Ending write(RowWriter writer, PrintStream lines, PrintStream err) {
        Position start = plan.start().position();
        LoadPlan.Limits limits = plan.limits();
        Watermark watermark = new Watermark(start);
        LoadJob[] job = new LoadJob[1];
        Errors errors = new Errors(err, start.broken() + start.refused(), limits.maxErrors(), () -> job[0].stop());
        job[0] = new LoadJob(
                plan.source(),
                writer,
                new LoadJob.Outcome(watermark, plan.files().deadLetters(), errors, tally, keys),
                new LoadJob.Pace(limits.threads(), start.rows(), limits.rows(), limits.bytes()));
        CheckpointKeeper keeper = keeper(watermark);
        Ending ending = handOver(job[0], writer, lines, keeper, errors);
        close(writer, lines);
        tally.awaitSettled(SETTLE_LIMIT);
        ending = closeFiles(job[0], keeper, ending);
        return ending.exitCode() == ExitCodes.OK ? judged(errors, keeper) : ending;
    }

    private @Nullable CheckpointKeeper keeper(Watermark watermark) {
        return plan.files().checkpoint() == null
                ? null
                : new CheckpointKeeper(
                        plan.files().checkpoint(),
                        plan.start(),
                        watermark,
                        plan.files().deadLetters());
    }

    private Moment moment(RowWriter writer, long startNanos, StallWatch stall) {
        Tally.Numbers numbers = tally.numbers();
        long nowNanos = System.nanoTime();
        long stalledNanos = ended ? 0 : stall.nanos(numbers, nowNanos);
        return new Moment(
                numbers, plan.source().fractionRead(), writer.retries(), nowNanos - startNanos, stalledNanos, ended);
    }

    private Ending handOver(
            LoadJob job, RowWriter writer, PrintStream lines, @Nullable CheckpointKeeper keeper, Errors errors) {
        Ending ending;
        try {
            if (plan.start().isOfEarlierRun()) {
                plan.files().deadLetters().cutTornLine();
            }
            if (keeper != null) {
                keeper.start(() -> {
                    checkpointFailed.set(true);
                    job.stop();
                });
            }
            job.run();
            if (!errors.areTooMany()) {
                writer.flush();
            }
            ending = new Ending(ExitCodes.OK, "done");
        } catch (InterruptedException e) {
            sayStopping(lines);
            ending = interrupted(keeper);
        } catch (BadInputException e) {
            ending = new Ending(ExitCodes.USAGE, "ENDED BY BAD INPUT: " + e.getMessage());
        } catch (IOException e) {
            ending = new Ending(ExitCodes.USAGE, "ENDED: cannot continue: " + words(e) + onceRepaired(keeper));
        } catch (RuntimeException e) {
            ending = new Ending(
                    ExitCodes.SOME_FAILED, "ENDED BY A FAULT OF THE LOADER: " + words(e) + onceRepaired(keeper), e);
        }
        return ending;
    }

    private Ending judged(Errors errors, @Nullable CheckpointKeeper keeper) {
        Tally.Numbers numbers = tally.numbers();
        if (checkpointFailed.get()) {
            return new Ending(ExitCodes.USAGE, "ENDED: the checkpoint cannot be written");
        }
        if (errors.areTooMany()) {
            return new Ending(ExitCodes.SOME_FAILED, "ENDED BY TOO MANY ERRORS (--max-errors)" + onceMore(keeper));
        }
        boolean all = numbers.acknowledged() == numbers.read();
        long missing = numbers.read() - numbers.acknowledged();
        return all
                ? new Ending(ExitCodes.OK, "done")
                : new Ending(
                        ExitCodes.SOME_FAILED,
                        String.format(
                                Locale.ROOT,
                                "finished; %,d %s missing",
                                missing,
                                missing == 1 ? "row is" : "rows are"));
    }

    private Ending interrupted(@Nullable CheckpointKeeper keeper) {
        return new Ending(
                ExitCodes.INTERRUPTED, "INTERRUPTED" + (keeper == null ? "; " + plan.again() : onceMore(keeper)));
    }

    private void sayStopping(PrintStream lines) {
        long rows = tally.numbers().inFlight();
        if (rows > 0) {
            lines.println(String.format(
                    Locale.ROOT,
                    "Stopping: waiting up to %d s for %,d %s in flight",
                    STOPPED_DEADLINE.toSeconds(),
                    rows,
                    rows == 1 ? "row" : "rows"));
        }
    }

    private static String onceMore(@Nullable CheckpointKeeper keeper) {
        return keeper == null ? "" : "; the same command resumes from here";
    }

    private static String onceRepaired(@Nullable CheckpointKeeper keeper) {
        return keeper == null ? "" : "; once that is repaired, the same command resumes from here";
    }

    private static String words(Exception e) {
        return OneLine.of(e.getMessage() == null ? e.toString() : e.getMessage());
    }

    private void close(RowWriter writer, PrintStream lines) {
        // The signal interrupts at most once, so the second attempt is undisturbed.
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                writer.close(STOPPED_DEADLINE);
                return;
            } catch (InterruptedException e) {
                sayStopping(lines);
            }
        }
    }

    private Ending closeFiles(LoadJob job, @Nullable CheckpointKeeper keeper, Ending ending) {
        Ending result = ending;
        try {
            job.finish();
        } catch (IOException e) {
            result = new Ending(ExitCodes.USAGE, "ENDED: " + e.getMessage());
        } catch (InterruptedException e) {
            result = interrupted(keeper);
        }
        try {
            if (keeper != null) {
                keeper.close();
            }
        } catch (IOException e) {
            result = new Ending(ExitCodes.USAGE, "ENDED: " + e.getMessage());
        }
        return signal.reason() == StopSignal.Reason.INTERRUPTED && result.exitCode() == ExitCodes.OK
                ? interrupted(keeper)
                : result;
    }

    private LoadSummary summary(Ending ending, Moment end, boolean dry) {
        DeadLetterFile letters = plan.files().deadLetters();
        return new LoadSummary(
                plan.title(),
                ending.text(),
                end,
                new LoadSummary.Lines(
                        dry,
                        plan.start().position().rows(),
                        keys.found(),
                        letters.letters(),
                        letters.path(),
                        plan.files().checkpoint(),
                        plan.files().brokenPlace()),
                tally.failures().all());
    }
}
