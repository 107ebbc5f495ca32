package io.sluice.bench;

import io.sluice.bench.allocator.AllocatorComparison;
import io.sluice.bench.coldstart.ColdStartComparison;
import io.sluice.bench.connectioncycle.ConnectionCycleComparison;
import io.sluice.bench.endtoend.EndToEndComparison;
import io.sluice.bench.firstmillion.FirstMillionComparison;
import io.sluice.bench.grouping.GroupingComparison;
import io.sluice.bench.manyservers.ManyServersComparison;
import io.sluice.bench.metrics.MetricsComparison;
import io.sluice.bench.mutator.MutatorComparison;
import io.sluice.bench.nullserver.NullServerComparison;
import io.sluice.bench.outage.OutageComparison;
import io.sluice.bench.put.PutComparison;
import io.sluice.bench.result.Environment;
import io.sluice.bench.result.MarkdownTable;
import io.sluice.bench.result.Result;
import io.sluice.bench.result.ResultFile;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Effort;
import io.sluice.bench.run.JmhSession;
import io.sluice.bench.run.Samples;
import io.sluice.bench.sweep.SweepComparison;
import io.sluice.bench.warmup.WarmUpComparison;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The program of the script {@code bench/compare}: measures Sluice and its peers, and stores the results. */
@Command(
        name = "bench/compare",
        description = "Measures Sluice and its peers, prints a table, and stores the result as JSON.",
        subcommands = Report.class)
@SuppressWarnings("NullAway.Init") // Picocli sets the fields.
public final class Compare implements Callable<Integer> {
    static final List<Comparison> COMPARISONS = List.of(
            new PutComparison(),
            new MutatorComparison(),
            new AllocatorComparison(),
            new GroupingComparison(),
            new EndToEndComparison(),
            new NullServerComparison(),
            new ConnectionCycleComparison(),
            new WarmUpComparison(),
            new ColdStartComparison(),
            new FirstMillionComparison(),
            new MetricsComparison(),
            new OutageComparison(),
            new ManyServersComparison(),
            new SweepComparison());

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description =
                    "What to compare: put, mutator, allocator, grouping, end-to-end, null-server, connection-cycle,"
                            + " warm-up, cold-start, first-million, metrics, outage, many-servers or sweep.")
    private @Nullable String name;

    @Option(names = "--quick", description = "A quick measurement, in about a third of the time.")
    private boolean quick;

    @Option(names = "--note", defaultValue = "", description = "A remark to store with the result.")
    private String note;

    @Option(
            names = "--results",
            defaultValue = "bench/results",
            description = "The folder for the result. Default: ${DEFAULT-VALUE}")
    private Path results;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this and exit.")
    @SuppressWarnings("UnusedVariable") // Picocli acts on it.
    private boolean help;

    private Compare() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Compare());
    }

    @Override
    public Integer call() throws IOException {
        Comparison comparison = COMPARISONS.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(this::unknown);
        // Fails before the measurement, not after hours of it.
        ResultFile.prepare(results);
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        Environment environment = Environment.current(note);
        Samples samples = samples(comparison, environment, effort);
        List<Row> rows = comparison.measure(new JmhSession(effort, samples));
        Result result = new Result(
                comparison.name(),
                comparison.question(),
                LocalDate.now(ZoneOffset.UTC).toString(),
                "bench/compare " + comparison.name() + (quick ? " --quick" : ""),
                environment,
                settings(comparison, effort, samples.sittings()),
                versions(),
                rows,
                comparison.goals(rows));
        Path file = ResultFile.write(results, result);
        samples.delete();
        System.err.println("saved in " + file);
        System.out.print(new MarkdownTable(result).text());
        return CommandLine.ExitCode.OK;
    }

    /** Those of a run before, unless it may have measured other code, machines or lengths. */
    private Samples samples(Comparison comparison, Environment environment, Effort effort) throws IOException {
        if (!environment.isCommitted()) {
            return Samples.notKept();
        }
        String what =
                String.join(", ", environment.commit(), environment.processor(), environment.jdk(), effort.name());
        return Samples.in(results.resolve(comparison.name() + ".samples"), what);
    }

    private static Map<String, String> settings(Comparison comparison, Effort effort, int sittings) {
        Map<String, String> settings = new TreeMap<>(comparison.settings(effort));
        if (sittings > 1) {
            settings.put("sittings", "" + sittings);
        }
        return settings;
    }

    /** Picocli prints the usage and exits with 2. */
    private ParameterException unknown() {
        String known = COMPARISONS.stream().map(Comparison::name).collect(Collectors.joining(", "));
        String problem = name == null ? "NAME is missing" : "'" + name + "' is unknown";
        return new ParameterException(spec.commandLine(), problem + "; there are: " + known);
    }

    private static Map<String, String> versions() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Compare.class.getResourceAsStream("versions.properties")) {
            properties.load(in);
        }
        Map<String, String> versions = new TreeMap<>();
        properties.stringPropertyNames().forEach(peer -> versions.put(peer, properties.getProperty(peer)));
        return versions;
    }
}
