package io.sluice.examples;

import io.sluice.Configuration;
import io.sluice.embedded.EmbeddedHBase;
import io.sluice.embedded.EmbeddedOptions;
import io.sluice.embedded.StockClient;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The target cluster, and the stock client that reads it back. */
final class Target implements AutoCloseable {
    private final @Nullable EmbeddedHBase embedded;
    private final StockClient client;
    private final Configuration configuration;
    private final String name;
    private final boolean keep;

    private Target(
            @Nullable EmbeddedHBase embedded,
            StockClient client,
            Configuration configuration,
            String name,
            boolean keep) {
        this.embedded = embedded;
        this.client = client;
        this.configuration = configuration;
        this.name = name;
        this.keep = keep;
    }

    static Target embedded(int regionServers, boolean keep) throws IOException {
        EmbeddedHBase server = EmbeddedHBase.start(
                EmbeddedOptions.defaults().withRegionServers(regionServers).withKeepData(keep));
        Configuration configuration = new Configuration();
        server.settings().forEach(configuration::set);
        return new Target(server, server.client(), configuration, "the embedded HBase", keep);
    }

    /** Starts a stock client; {@code name} is for messages. */
    static Target cluster(Configuration configuration, String name) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        configuration.forEach(setting -> settings.put(setting.getKey(), setting.getValue()));
        return new Target(null, StockClient.attach(settings), configuration, name, true);
    }

    /** Returns HBase's own client, for everything that the writer cannot do. */
    StockClient client() {
        return client;
    }

    /** Returns the settings for a client of the cluster. */
    Configuration configuration() {
        return configuration;
    }

    /** Runs {@code action} when an embedded server ends, for any reason. */
    void onServerExit(Runnable action) {
        if (embedded != null) {
            CompletableFuture<Void> unused = embedded.onExit().thenRun(action);
        }
    }

    /** Returns where the table is when the run is over; {@code died} says that an embedded server ended by itself. */
    String describe(boolean died) {
        if (embedded == null) {
            return "in " + name;
        }
        if (died && !keep) {
            return "lost with the embedded HBase";
        }
        return keep
                ? "in the embedded HBase, which has been stopped; its files are in " + embedded.folder()
                : "was in the embedded HBase, which has been deleted (--keep keeps its files)";
    }

    /** Returns what happened to an embedded server that ended by itself. */
    String describeDeath() {
        return embedded == null
                ? "the cluster is gone"
                : "the embedded HBase, process " + embedded.pid() + ", ended by itself; its log is "
                        + embedded.logFile();
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.close();
        } else {
            client.close();
        }
    }
}
