package io.sluice.examples;

import io.sluice.loader.BadInputException;
import io.sluice.loader.SluiceVersion;
import io.sluice.loader.StopSignal;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Loads the rows of a CSV file, or generated rows, into a table of an embedded or a running HBase, and reads them back
 * with HBase's own client.
 */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        versionProvider = SluiceVersion.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Loads a CSV file into an HBase table and counts the rows with HBase's own client afterwards.",
            "Without options: 50,000 flights into an embedded HBase.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all rows are there",
            "1:a row failed or is missing, or the server is gone",
            "2:bad usage, or input that cannot be read",
            "130:interrupted"
        })
public final class Ingest implements Callable<Integer> {
    @Mixin
    private final InputOptions input = new InputOptions();

    @Mixin
    private final WriteOptions write = new WriteOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    private final StopSignal signal;
    private final PrintStream out;

    Ingest(StopSignal signal, PrintStream out) {
        this.out = out;
        this.signal = signal;
    }

    /** Runs with the command line's options and ends the JVM with one of the exit codes of {@code --help}. */
    public static void main(String[] args) {
        StopSignal signal = new StopSignal(Thread.currentThread());
        signal.listenToShutdown();
        int exitCode = new CommandLine(new Ingest(signal, System.out)).execute(args);
        signal.exit(exitCode);
    }

    @Override
    public Integer call() {
        try {
            return new IngestRun(input, target, write, signal, out).run();
        } catch (BadInputException e) {
            System.err.println(e.getMessage());
            return Summary.USAGE;
        } catch (IOException e) {
            System.err.println("The run failed: " + e.getMessage());
            return Summary.FAILED;
        }
    }
}
