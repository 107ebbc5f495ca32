package io.sluice.examples;

import io.sluice.loader.BadInputException;
import io.sluice.loader.ClusterOptions;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the target of the rows: the cluster that an option names, or an embedded HBase. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class TargetOptions {
    private static final int MAX_REGION_SERVERS = 9;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--keep", description = "keep data and log of the embedded HBase")
    private boolean keep;

    @Option(
            names = "--region-servers",
            paramLabel = "N",
            defaultValue = "1",
            description = "region servers of the embedded HBase; default: 1")
    private int regionServers;

    /** Returns whether to start an embedded server. */
    boolean embedded() {
        return !cluster.isNamed();
    }

    /** Throws if a number is out of range. */
    void check() throws BadInputException {
        if (regionServers < 1 || regionServers > MAX_REGION_SERVERS) {
            throw new BadInputException("--region-servers must be 1 to " + MAX_REGION_SERVERS + ": " + regionServers);
        }
    }

    /** Starts the embedded server, or a stock client for the cluster. */
    Target open() throws IOException {
        if (embedded()) {
            return Target.embedded(regionServers, keep);
        }
        return Target.cluster(cluster.configuration(), cluster.toString());
    }
}
