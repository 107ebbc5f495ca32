package io.sluice.loader;

import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.connectors.RowMapping;
import io.sluice.loader.input.InputSource;
import io.sluice.loader.write.Checkpoint;
import io.sluice.loader.write.ClusterWait;
import io.sluice.loader.write.DeadLetterFile;
import io.sluice.loader.write.DryWriter;
import io.sluice.loader.write.LoadIdentity;
import io.sluice.loader.write.LoadPlan;
import io.sluice.loader.write.LoadRun;
import io.sluice.loader.write.MappedRows;
import io.sluice.loader.write.RejectFile;
import io.sluice.loader.write.RowText;
import io.sluice.loader.write.RowWriter;
import io.sluice.loader.write.SluiceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Loads files. */
@Command(
        name = "load",
        description = {
            "Loads CSV, TSV or NDJSON files into a table, each record as one row.",
            "Example: sluice load --zookeeper zk1:2181 --table orders --row-key '{customer}-{id|pad:10}' --map '*=d' "
                    + "--map 'amount=d:amount:double' --checkpoint orders.checkpoint orders.csv.gz",
            ""
        })
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class LoadCommand implements Callable<Integer> {
    private static final int DRY_ROWS = 5;

    @Mixin
    private final InputMixin input = new InputMixin();

    @Option(names = "--table", required = true, paramLabel = "NAME", description = "the table, which must exist")
    private String table;

    @Mixin
    private final RowMixin row = new RowMixin();

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "file for the progress of the load; if it exists, an interrupted load is resumed")
    private @Nullable Path checkpoint;

    @Option(names = "--restart", description = "ignore the checkpoint and start from the beginning")
    private boolean restart;

    @Option(
            names = "--dead-letter",
            paramLabel = "FILE",
            description =
                    "for rows that are not written; default: FILE.dead.ndjson in the working folder, TABLE.dead.ndjson for "
                            + "several files or standard input")
    private @Nullable Path deadLetter;

    @Option(
            names = "--rejects",
            paramLabel = "FILE",
            description = "for broken records, unchanged, to repair and load; must not exist unless a load is resumed")
    private @Nullable Path rejects;

    @Option(names = "--dry-run", description = "read and map everything, show the first rows, write nothing")
    private boolean dryRun;

    @Option(
            names = "--show",
            paramLabel = "N",
            description = "rows to show at the start as they would be stored; default: 1, with --dry-run 5")
    private @Nullable Integer show;

    @Option(names = "--quiet", description = "do not show the mapping and the first rows at the start")
    private boolean quiet;

    @Mixin
    private final PaceMixin pace = new PaceMixin();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    private final StopSignal signal;

    LoadCommand(StopSignal signal) {
        this.signal = signal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        input.check();
        if (checkpoint != null && input.files().isEmpty()) {
            throw new BadInputException(
                    "--checkpoint: standard input cannot be read again from where a load ended; save "
                            + "it to a file and load that");
        }
        LoadPlan.Limits limits = pace.limits();
        TableName tableName = Tables.named(table);
        checkFiles();
        if (rejects != null && row.numbersRecords()) {
            throw new BadInputException(
                    "--rejects cannot be combined with {#} in --row-key: repaired records would get new numbers "
                            + "when they are loaded, and overwrite other rows; build the key from other fields");
        }
        if (show != null && show < 0) {
            throw new BadInputException("--show must not be negative: " + show);
        }
        String warning = row.timestampWarning();
        if (!quiet && !warning.isEmpty()) {
            System.err.println(warning);
        }
        Checkpoint start = start();
        RowMapping mapping = row.mapping(start.timestampMillis());
        try (InputSource source = input.open();
                RejectFile rejectFile = rejectFile(source, start)) {
            check(mapping, source.columns());
            RowWriter writer = dryRun
                    ? new DryWriter()
                    : open(tableName, row.words(start.timestampMillis()).families(source.columns()));
            MappedRows rows = new MappedRows(source, mapping, rejectFile);
            if (!quiet) {
                row.words(start.timestampMillis()).lines(source.columns()).forEach(System.out::println);
                showFirst(rows, start, writer);
            }
            LoadPlan plan = new LoadPlan(
                    input.describe() + " into table '" + table + "'" + (dryRun ? " (dry run)" : ""),
                    rows,
                    start,
                    new LoadPlan.Files(
                            new DeadLetterFile(deadLetterPath(), table), dryRun ? null : checkpoint, brokenPlace()),
                    limits,
                    again());
            return new LoadRun(plan, signal, System.out).run(writer, System.err);
        }
    }

    private static void check(RowMapping mapping, List<String> columns) throws BadInputException {
        try {
            mapping.check(columns);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(String.valueOf(e.getMessage()), e);
        }
    }

    private String brokenPlace() {
        if (dryRun || row.numbersRecords()) {
            return "";
        }
        return rejects == null ? "  (--rejects FILE keeps them)" : "  (in " + rejects + ")";
    }

    private String again() {
        if (dryRun) {
            return "nothing was written";
        }
        return input.files().isEmpty()
                ? LoadPlan.FROM_THE_START
                : LoadPlan.FROM_THE_START + ", or use --checkpoint FILE, which resumes where it stopped";
    }

    private void showFirst(MappedRows rows, Checkpoint start, RowWriter writer) throws InterruptedException {
        try {
            rows.first(shownRows(), start).forEach(first -> System.out.println(RowText.of(first)));
        } catch (UncheckedIOException e) {
            writer.close(Duration.ZERO);
            throw e;
        }
    }

    private int shownRows() {
        return Objects.requireNonNullElse(show, dryRun ? DRY_ROWS : 1);
    }

    private RowWriter open(TableName tableName, Set<String> families) throws IOException, InterruptedException {
        if (!quiet) {
            cluster.tellWhenUnnamed(System.err);
        }
        Configuration conf = cluster.configuration();
        ClusterWait wait = new ClusterWait(conf, tableName, System.err);
        // The JVM's shutdown waits until the message about an interrupt is printed. After a failure the process ends
        // soon anyway.
        signal.busy();
        SluiceWriter writer = SluiceWriter.open(conf, tableName, pace.writeBufferBytes(), wait);
        try {
            FamilyCheck.check(conf, tableName, families, row.hasDefaultMapping(), wait, System.err);
            signal.idle();
            return writer;
        } catch (IOException | InterruptedException | RuntimeException e) {
            writer.close(Duration.ZERO);
            throw e;
        }
    }

    private @Nullable RejectFile rejectFile(InputSource source, Checkpoint start) throws IOException {
        if (rejects == null || dryRun) {
            return null;
        }
        if (Files.exists(rejects) && !start.isOfEarlierRun()) {
            throw new BadInputException("--rejects: " + rejects + " exists already; name another file, or remove it");
        }
        return new RejectFile(rejects, input.charset(), source.header());
    }

    private Checkpoint start() throws IOException {
        LoadIdentity identity =
                LoadIdentity.of(input.files(), "table=" + table + " " + input.identity() + " " + row.identity());
        Checkpoint begun = checkpoint == null || restart || dryRun ? null : Checkpoint.read(checkpoint);
        if (begun == null) {
            return Checkpoint.atStart(identity, row.timestampOr(System.currentTimeMillis()));
        }
        identity.checkContinues(begun.load(), input.files());
        return begun.of(identity);
    }

    private void checkFiles() throws IOException {
        if (dryRun) {
            return;
        }
        if (checkpoint != null) {
            OutputFiles.check("--checkpoint", checkpoint);
        }
        if (rejects != null) {
            OutputFiles.check("--rejects", rejects);
        }
        OutputFiles.check("--dead-letter", deadLetterPath());
        Map<String, Path> outputs = new LinkedHashMap<>();
        outputs.put("--dead-letter", deadLetterPath());
        if (checkpoint != null) {
            outputs.put("--checkpoint", checkpoint);
        }
        if (rejects != null) {
            outputs.put("--rejects", rejects);
        }
        OutputFiles.checkDistinct(input.files(), outputs);
    }

    private Path deadLetterPath() {
        if (deadLetter != null) {
            return deadLetter;
        }
        List<Path> files = input.files();
        String name = files.size() == 1 ? files.get(0).getFileName().toString() : table.replace(':', '_');
        return Path.of(name + ".dead.ndjson");
    }
}
