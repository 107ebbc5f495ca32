package io.sluice.loader;

import io.sluice.Configuration;
import io.sluice.TableName;
import io.sluice.loader.write.Checkpoint;
import io.sluice.loader.write.ClusterWait;
import io.sluice.loader.write.DeadLetterFile;
import io.sluice.loader.write.DeadLetterRows;
import io.sluice.loader.write.LoadIdentity;
import io.sluice.loader.write.LoadPlan;
import io.sluice.loader.write.LoadRun;
import io.sluice.loader.write.RowWriter;
import io.sluice.loader.write.SluiceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes dead letters again. */
@Command(
        name = "replay",
        description = {
            "Writes the rows of a dead-letter file again, with their timestamps.",
            "Rows that fail again go to a new file; the old one is not changed.",
            ""
        })
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class ReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "the dead-letter file")
    private Path file;

    @Option(
            names = "--table",
            paramLabel = "NAME",
            description = "write to this table, not to the one that the letters name")
    private @Nullable String table;

    @Option(
            names = "--dead-letter",
            paramLabel = "FILE",
            description = "for rows that fail again; must not exist; default: FILE.2, .3 and so on")
    private @Nullable Path deadLetter;

    @Option(
            names = "--max-line",
            paramLabel = "CHARS",
            defaultValue = "268435456",
            description =
                    "maximum length of a letter; default: ${DEFAULT-VALUE}, enough for any line that load reads by "
                            + "default")
    private int maxLine;

    @Mixin
    private final DurabilityMixin durability = new DurabilityMixin();

    @Mixin
    private final PaceMixin pace = new PaceMixin();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    private final StopSignal signal;

    ReplayCommand(StopSignal signal) {
        this.signal = signal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        LoadPlan.Limits limits = pace.limits();
        if (maxLine < 1) {
            throw new BadInputException("--max-line must be at least 1: " + maxLine);
        }
        Path again = deadLetter == null ? nextFree() : deadLetter;
        if (Files.exists(again)) {
            throw new BadInputException("--dead-letter: " + again + " exists");
        }
        OutputFiles.check("--dead-letter", again);
        cluster.tellWhenUnnamed(System.err);
        try (DeadLetterRows rows = DeadLetterRows.open(file, durability.value(), maxLine)) {
            String target = table == null ? rows.table() : table;
            LoadPlan plan = new LoadPlan(
                    file + " into table '" + target + "'",
                    rows,
                    Checkpoint.atStart(LoadIdentity.of(List.of(file), "replay"), 0),
                    new LoadPlan.Files(new DeadLetterFile(again, target), null, ""),
                    limits,
                    LoadPlan.FROM_THE_START);
            return new LoadRun(plan, signal, System.out).run(open(Tables.named(target)), System.err);
        }
    }

    private RowWriter open(TableName target) throws IOException, InterruptedException {
        Configuration conf = cluster.configuration();
        // The JVM's shutdown waits until the message about an interrupt is printed. After a failure the process ends
        // soon anyway.
        signal.busy();
        return SluiceWriter.open(conf, target, pace.writeBufferBytes(), new ClusterWait(conf, target, System.err));
    }

    private Path nextFree() {
        int number = 2;
        while (Files.exists(Path.of(file + "." + number))) {
            number++;
        }
        return Path.of(file + "." + number);
    }
}
