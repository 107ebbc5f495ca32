package io.sluice.loader;

import io.sluice.TableName;
import io.sluice.client.internal.ClusterInspector;
import io.sluice.loader.regions.HotRegions;
import io.sluice.loader.write.ExitCodes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows hot regions. */
@Command(
        name = "regions",
        description = {
            "Shows which regions of a table get the most writes: asks all region servers twice and compares.",
            ""
        })
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class RegionsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TABLE", description = "the table")
    private String table;

    @Option(names = "--hot", required = true, description = "show the regions with the most mutations, busiest first")
    @SuppressWarnings("UnusedVariable") // Required, since it selects what is shown.
    private boolean hot;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "between the two samples; default: 10")
    private double interval;

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "number of regions to show; default: 10")
    private int top;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        TableName name = Tables.named(table);
        if (!(interval > 0 && interval <= 86_400) || top < 1) {
            throw new BadInputException(
                    "--interval must be 0 to 86400 seconds and --top at least 1: " + interval + ", " + top);
        }
        cluster.tellWhenUnnamed(System.err);
        Duration pause = Duration.ofNanos(Math.round(interval * 1e9));
        try (ClusterInspector inspector = ClusterInspector.open(cluster.configuration())) {
            HotRegions.look(inspector, name, pause, top).forEach(System.out::println);
            return ExitCodes.OK;
        }
    }
}
