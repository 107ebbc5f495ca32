package io.sluice.bench;

import io.sluice.bench.result.MarkdownTable;
import io.sluice.bench.result.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns results that were kept into Markdown. */
@Command(name = "report", description = "Prints results that were kept as Markdown.")
final class Report implements Callable<Integer> {
    private static final Path RESULTS = Path.of("bench", "results");

    @Parameters(paramLabel = "FILE", description = "JSON files of results. Default: all of bench/results.")
    private @Nullable List<Path> files;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and exit.")
    @SuppressWarnings("UnusedVariable") // Picocli acts on it.
    private boolean help;

    @Override
    public Integer call() throws IOException {
        for (Path file : files == null ? kept() : files) {
            System.out.println(new MarkdownTable(ResultFile.read(file)).text());
        }
        return CommandLine.ExitCode.OK;
    }

    private static List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(RESULTS)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }
}
