package io.sluice.examples.loader;

import io.sluice.Configuration;
import io.sluice.client.ClusterInspector;
import io.sluice.client.HBaseConfiguration;
import io.sluice.examples.BadInputException;
import io.sluice.examples.ClusterOptions;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which cluster it is. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class ClusterMixin {
    @Option(
            names = "--conf",
            paramLabel = "PATH",
            description = "an hbase-site.xml, or the folder that holds it; default: $HBASE_CONF_DIR")
    private @Nullable Path conf;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOSTS:PORT[/ZNODE]",
            description = "the cluster of this ZooKeeper, such as zk1,zk2:2181/hbase")
    private @Nullable String zooKeeper;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT,...",
            description = "the cluster of these masters or region servers")
    private @Nullable String bootstrap;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "a setting of HBase, over all files; repeatable")
    private Map<String, String> settings = new LinkedHashMap<>();

    /** Says which cluster is used when no option names one. */
    void tellWhenUnnamed(PrintStream err) throws BadInputException {
        boolean named = conf != null || zooKeeper != null || bootstrap != null || !settings.isEmpty();
        if (!named) {
            Configuration configuration = configuration();
            try (ClusterInspector inspector = ClusterInspector.open(configuration)) {
                err.println("No option names a cluster (--zookeeper, --bootstrap, --conf): using "
                        + inspector.registry() + " (" + HBaseConfiguration.describeSources(configuration) + ")");
            }
        }
    }

    /** Returns the settings: files, then the options that name a cluster, then {@code -D}. */
    Configuration configuration() throws BadInputException {
        if (conf != null && !Files.exists(conf)) {
            throw new BadInputException("--conf: there is no " + conf);
        }
        Configuration configuration = conf == null ? HBaseConfiguration.create() : HBaseConfiguration.create(conf);
        if (zooKeeper != null) {
            configuration.set("hbase.client.registry.impl", "ZKConnectionRegistry");
            ClusterOptions.zooKeeperSettings(zooKeeper).forEach(configuration::set);
        }
        if (bootstrap != null) {
            configuration.set("hbase.client.registry.impl", "RpcConnectionRegistry");
            configuration.set("hbase.client.bootstrap.servers", bootstrap);
        }
        settings.forEach(configuration::set);
        return configuration;
    }
}
