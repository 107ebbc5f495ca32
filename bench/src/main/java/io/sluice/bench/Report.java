package io.sluice.bench;

import io.sluice.bench.plot.Chart;
import io.sluice.bench.result.GeneratedPart;
import io.sluice.bench.result.MarkdownTable;
import io.sluice.bench.result.Result;
import io.sluice.bench.result.ResultFile;
import io.sluice.bench.result.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Turns stored results into Markdown and pictures. */
@Command(
        name = "report",
        description = "Prints the newest stored result of each comparison as Markdown, draws it, and writes RESULTS.md."
                + " Prints only, if files are named.")
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
final class Report implements Callable<Integer> {
    private static final String PLOTS = "plots";

    @Parameters(paramLabel = "FILE", description = "JSON files of results to print.")
    private @Nullable List<Path> files;

    @Option(
            names = "--results",
            defaultValue = "bench/results",
            description = "The folder of the results, beside RESULTS.md. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and exit.")
    @SuppressWarnings("UnusedVariable") // Picocli acts on it.
    private boolean help;

    @Override
    public Integer call() throws IOException {
        if (files == null) {
            write(newest());
        } else {
            for (Path file : files) {
                System.out.println(new MarkdownTable(ResultFile.read(file)).text());
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private void write(List<Result> newest) throws IOException {
        Path plots = Files.createDirectories(results.resolve(PLOTS));
        List<String> sections = new ArrayList<>();
        for (Result result : newest) {
            Path plot = plots.resolve(result.name() + ".svg");
            Files.writeString(plot, Chart.svg(result, plotted(result)));
            System.err.println("drew " + plot);
            MarkdownTable table = new MarkdownTable(result);
            System.out.println(table.text());
            sections.add(table.text(results.getFileName() + "/" + PLOTS + "/" + plot.getFileName()));
        }
        Path page = results.resolveSibling("RESULTS.md");
        Files.writeString(page, GeneratedPart.replace(Files.readString(page), String.join("\n", sections)));
        System.err.println("wrote " + page);
    }

    /** Returns the rows to draw; all of them for a comparison that no longer exists. */
    private static List<Row> plotted(Result result) {
        return comparisonOf(result)
                .map(comparison -> comparison.plotted(result.rows()))
                .orElse(result.rows());
    }

    /** Returns the result with the goals as they are worded now; those of its run if its comparison no longer exists. */
    static Result judged(Result result) {
        return comparisonOf(result)
                .map(comparison -> result.with(comparison.goals(result.rows())))
                .orElse(result);
    }

    private static Optional<Comparison> comparisonOf(Result result) {
        return Compare.COMPARISONS.stream()
                .filter(comparison -> comparison.name().equals(result.name()))
                .findFirst();
    }

    /** Returns the newest result of each comparison, by name. */
    private List<Result> newest() throws IOException {
        List<Path> kept;
        try (Stream<Path> all = Files.list(results)) {
            kept = all.filter(file -> file.toString().endsWith(".json")).toList();
        }
        List<Result> read = new ArrayList<>();
        for (Path file : kept) {
            read.add(judged(ResultFile.read(file)));
        }
        Map<String, Result> byName = read.stream()
                .collect(Collectors.toMap(
                        Result::name,
                        result -> result,
                        BinaryOperator.maxBy(Comparator.comparing(Result::date)),
                        TreeMap::new));
        return List.copyOf(byName.values());
    }
}
