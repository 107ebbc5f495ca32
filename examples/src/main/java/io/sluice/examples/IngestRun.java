package io.sluice.examples;

import io.sluice.TableName;
import io.sluice.embedded.FamilyOptions;
import io.sluice.embedded.StockClient;
import io.sluice.examples.Summary.Ending;
import io.sluice.loader.BadInputException;
import io.sluice.loader.StopSignal;
import io.sluice.loader.write.Progress;
import io.sluice.loader.write.ProgressLine;
import io.sluice.loader.write.ProgressLine.Moment;
import io.sluice.loader.write.RowWriter;
import io.sluice.loader.write.SluiceWriter;
import io.sluice.loader.write.Tally;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One run from the start of the server to the summary. */
final class IngestRun {
    /** How long a stopped run still waits for acknowledgements. */
    private static final Duration STOPPED_DEADLINE = Duration.ofSeconds(10);

    /** The same if the server has died. */
    private static final Duration DEAD_DEADLINE = Duration.ofSeconds(1);

    /** Time limit for the last callbacks of rows that the closed writer has already settled. */
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(2);

    private static final int WORD_SECONDS = 5;

    private final InputOptions input;
    private final TargetOptions targets;
    private final WriteOptions write;
    private final StopSignal signal;
    private final PrintStream out;

    IngestRun(InputOptions input, TargetOptions targets, WriteOptions write, StopSignal signal, PrintStream out) {
        this.input = input;
        this.targets = targets;
        this.write = write;
        this.signal = signal;
        this.out = out;
    }

    /**
     * Runs and prints; returns the exit code.
     *
     * @throws IOException if nothing could be written at all
     */
    int run() throws IOException {
        write.check(input.tableName());
        targets.check();
        try (RecordSource source = input.open()) {
            RowMapper mapper = input.mapper(source, write.regions());
            try (Target target = open()) {
                target.onServerExit(() -> signal.stop(StopSignal.Reason.SERVER_DIED));
                try {
                    return run(source, mapper, target);
                } finally {
                    // From here on the end of the server is expected.
                    signal.disarm();
                }
            }
        } catch (InterruptedException | InterruptedIOException e) {
            boolean died = signal.reason() == StopSignal.Reason.SERVER_DIED;
            out.println((died ? "The server died" : "Interrupted") + " before the first row was written");
            return died ? Summary.FAILED : Summary.INTERRUPTED;
        }
    }

    /** Opens the target, and prints every few seconds that an embedded server is still starting. */
    private Target open() throws IOException {
        if (!targets.embedded()) {
            return targets.open();
        }
        out.println("Starting HBase in a separate JVM ...");
        long begin = System.nanoTime();
        ScheduledExecutorService words = Executors.newSingleThreadScheduledExecutor();
        try {
            Future<?> unused = words.scheduleAtFixedRate(
                    () -> out.println("  " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)
                            + " s, still starting ..."),
                    WORD_SECONDS,
                    WORD_SECONDS,
                    TimeUnit.SECONDS);
            return targets.open();
        } finally {
            words.shutdownNow();
        }
    }

    private int run(RecordSource source, RowMapper mapper, Target target) throws IOException, InterruptedException {
        WriteOptions.Plan plan = write.plan(input.tableName(), System.currentTimeMillis());
        String title = input.describe() + " into table '" + plan.table() + "', family '" + plan.family() + "'";
        // Opened before checking the table: Sluice detects a missing cluster within its connect timeout, HBase's own
        // client only after many minutes.
        RowWriter writer =
                SluiceWriter.connect(target.configuration(), TableName.valueOf(plan.table()), plan.writeBufferBytes());
        try {
            prepareTable(target, plan);
        } catch (IOException e) {
            writer.close(Duration.ZERO);
            throw e;
        }
        out.println("Writing " + title);
        Tally tally = new Tally();
        IngestJob job = new IngestJob(source, mapper, writer, plan, write.threads(), tally);
        long startNanos = System.nanoTime();
        Ending ending;
        try (Progress progress = new Progress(
                out,
                Progress.terminalColumns(),
                maxChars -> ProgressLine.of(
                        new Moment(
                                tally.numbers(),
                                source.fractionRead(),
                                writer.retries(),
                                System.nanoTime() - startNanos),
                        maxChars))) {
            progress.start();
            ending = write(job, writer, tally, target);
        }
        Moment end =
                new Moment(tally.numbers(), source.fractionRead(), writer.retries(), System.nanoTime() - startNanos);
        Verification verification = verify(target.client(), plan, end.numbers());
        boolean died = signal.reason() == StopSignal.Reason.SERVER_DIED;
        Summary summary = new Summary(
                title,
                ending,
                end,
                source.skipped(),
                verification,
                target.describe(died),
                tally.failures().all());
        summary.lines().forEach(out::println);
        return summary.exitCode(write.verify());
    }

    private void prepareTable(Target target, WriteOptions.Plan plan) throws IOException {
        try {
            prepareTable(target.client(), plan);
        } catch (BadInputException | InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException(
                    "no table '" + plan.table() + "' " + target.describe(false) + ": " + e.getMessage(), e);
        }
    }

    private void prepareTable(StockClient client, WriteOptions.Plan plan) throws IOException {
        if (!client.tableExists(plan.table())) {
            client.createTable(
                    plan.table(), List.of(FamilyOptions.of(plan.family())), RowMapper.splitKeys(write.regions()));
            return;
        }
        List<String> families =
                client.families(plan.table()).stream().map(FamilyOptions::name).toList();
        if (!families.contains(plan.family())) {
            throw new BadInputException("Table '" + plan.table() + "' exists without family '" + plan.family()
                    + "', it has " + families + "; choose one of them by --family");
        }
    }

    /** Writes all rows. Whatever the outcome, every row passed to the writer is settled when this returns. */
    private Ending write(IngestJob job, RowWriter writer, Tally tally, Target target) throws IOException {
        Ending ending;
        try {
            ending = writeAndFlush(job, writer);
        } catch (InterruptedException | InterruptedIOException e) {
            ending = stopped(target);
        }
        close(writer);
        tally.awaitSettled(SETTLE_LIMIT);
        return ending;
    }

    private static Ending writeAndFlush(IngestJob job, RowWriter writer) throws IOException, InterruptedException {
        Ending ending;
        try {
            job.run();
            ending = new Ending(Summary.OK, "done");
        } catch (BadInputException e) {
            ending = new Ending(Summary.USAGE, "ENDED BY BAD INPUT\n  " + e.getMessage());
        }
        writer.flush();
        return ending;
    }

    private Ending stopped(Target target) {
        return signal.reason() == StopSignal.Reason.SERVER_DIED
                ? new Ending(Summary.FAILED, "THE SERVER DIED: " + target.describeDeath())
                : new Ending(Summary.INTERRUPTED, "INTERRUPTED");
    }

    private void close(RowWriter writer) {
        // The signal interrupts at most once, so the second attempt is undisturbed.
        for (int attempt = 0; attempt < 2; attempt++) {
            try {
                writer.close(signal.reason() == StopSignal.Reason.SERVER_DIED ? DEAD_DEADLINE : STOPPED_DEADLINE);
                return;
            } catch (InterruptedException e) {
                out.println("Stopping ...");
            }
        }
    }

    private Verification verify(StockClient client, WriteOptions.Plan plan, Tally.Numbers numbers) {
        if (!write.verify()) {
            return Verification.none("switched off by --no-verify");
        }
        if (signal.reason() == StopSignal.Reason.SERVER_DIED) {
            return Verification.none("the server is gone");
        }
        try {
            return Verification.of(client.countRows(plan.table(), plan.timestamp()), numbers);
        } catch (IOException e) {
            return Verification.none(String.valueOf(e.getMessage()));
        }
    }
}
