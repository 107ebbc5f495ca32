package io.sluice.loader;

import io.sluice.loader.doctor.Examination;
import io.sluice.loader.write.ExitCodes;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds out why a cluster does not answer. */
@Command(
        name = "doctor",
        description = {
            "Checks the path to a cluster: Java, settings, name service, ports, handshakes, versions, clocks, limits.",
            "Prints OK, WARN or FAIL for each, and what to do. Exit code 1 if a check failed, 3 if the cluster was "
                    + "not found.",
            ""
        })
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class DoctorCommand implements Callable<Integer> {
    @Option(names = "--table", paramLabel = "NAME", description = "also look for this table")
    private @Nullable String table;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Examination examination =
                new Examination(cluster.configuration(), finding -> System.out.println(finding.line()));
        return switch (examination.run(table == null ? null : Tables.named(table))) {
            case HEALTHY -> ExitCodes.OK;
            case SICK -> ExitCodes.SOME_FAILED;
            case UNREACHABLE -> ExitCodes.UNREACHABLE;
        };
    }
}
