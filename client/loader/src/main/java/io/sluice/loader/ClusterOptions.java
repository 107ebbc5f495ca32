package io.sluice.loader;

import io.sluice.Configuration;
import io.sluice.client.HBaseConfiguration;
import io.sluice.client.internal.ClusterInspector;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select the cluster, for each command that needs one. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
public final class ClusterOptions {
    @Option(
            names = "--conf",
            paramLabel = "PATH",
            description = "an hbase-site.xml, or its folder; default: $HBASE_CONF_DIR")
    private @Nullable Path conf;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOSTS:PORT[/ZNODE]",
            description = "ZooKeeper of the cluster, such as zk1,zk2:2181/hbase")
    private @Nullable String zooKeeper;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT,...",
            description = "masters or region servers of the cluster")
    private @Nullable String bootstrap;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "an HBase setting, which overrides all files; repeatable")
    private Map<String, String> settings = new LinkedHashMap<>();

    /** Returns whether an option names the cluster. */
    public boolean isNamed() {
        return conf != null || zooKeeper != null || bootstrap != null;
    }

    /** Returns a description of the cluster in terms of the options. */
    @Override
    public String toString() {
        if (zooKeeper != null) {
            return "the cluster of ZooKeeper " + zooKeeper;
        }
        return bootstrap != null ? "the cluster of " + bootstrap : "the cluster of " + conf;
    }

    /** Prints which cluster is used if no option names one. */
    void tellWhenUnnamed(PrintStream err) throws BadInputException {
        if (!isNamed() && settings.isEmpty()) {
            Configuration configuration = configuration();
            try (ClusterInspector inspector = ClusterInspector.open(configuration)) {
                err.println("No option names a cluster (--zookeeper, --bootstrap, --conf): using "
                        + inspector.registry() + " (" + HBaseConfiguration.describeSources(configuration) + ")");
            }
        }
    }

    /** Returns the settings: files, then the options that name a cluster, then {@code -D}. */
    public Configuration configuration() throws BadInputException {
        if (conf != null && !Files.exists(conf)) {
            throw new BadInputException("--conf: no such file or folder: " + conf);
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

    /** Returns HBase's settings for {@code hosts:port[/znode]}; the port defaults to 2181. */
    static Map<String, String> zooKeeperSettings(String address) throws BadInputException {
        int slash = address.indexOf('/');
        String servers = slash < 0 ? address : address.substring(0, slash);
        int colon = servers.lastIndexOf(':');
        String hosts = colon < 0 ? servers : servers.substring(0, colon);
        String port = colon < 0 ? "2181" : servers.substring(colon + 1);
        if (hosts.isEmpty() || !port.matches("\\d{1,5}")) {
            throw new BadInputException(
                    "--zookeeper must be HOSTS:PORT[/ZNODE], such as zk1,zk2:2181/hbase: " + address);
        }
        Map<String, String> settings = new TreeMap<>();
        settings.put("hbase.zookeeper.quorum", hosts);
        settings.put("hbase.zookeeper.property.clientPort", port);
        if (slash >= 0) {
            settings.put("zookeeper.znode.parent", address.substring(slash));
        }
        return settings;
    }
}
