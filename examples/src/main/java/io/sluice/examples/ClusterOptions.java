package io.sluice.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which cluster the rows go to. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
public final class ClusterOptions {
    @Option(
            names = "--zookeeper",
            paramLabel = "HOSTS:PORT[/ZNODE]",
            description = "use the cluster of this ZooKeeper instead of an embedded HBase")
    private @Nullable String zooKeeper;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT,...",
            description = "use the cluster of these masters or region servers")
    private @Nullable String bootstrap;

    @Option(
            names = "--conf",
            paramLabel = "PATH",
            description = "use the cluster of this hbase-site.xml, or of the folder that holds it")
    private @Nullable Path conf;

    @Option(names = "--keep", description = "keep data and log of the embedded HBase")
    private boolean keep;

    @Option(
            names = "--region-servers",
            paramLabel = "N",
            defaultValue = "1",
            description = "region servers of the embedded HBase; default: 1")
    private int regionServers;

    /** Returns whether an embedded server is to be started. */
    boolean embedded() {
        return zooKeeper == null && bootstrap == null && conf == null;
    }

    /** Starts the embedded server, or a stock client for the cluster. */
    Target open() throws IOException {
        if (embedded()) {
            if (regionServers < 1 || regionServers > 9) {
                throw new BadInputException("--region-servers must be 1 to 9: " + regionServers);
            }
            return Target.embedded(regionServers, keep);
        }
        return Target.cluster(settings(), configuration());
    }

    private List<Path> configuration() throws BadInputException {
        if (conf == null) {
            return List.of();
        }
        Path file = Files.isDirectory(conf) ? conf.resolve("hbase-site.xml") : conf;
        if (!Files.isReadable(file)) {
            throw new BadInputException("Cannot read " + file + ", named by --conf");
        }
        return List.of(file);
    }

    private Map<String, String> settings() throws BadInputException {
        Map<String, String> settings = new TreeMap<>();
        if (zooKeeper != null) {
            settings.putAll(zooKeeperSettings(zooKeeper));
        }
        if (bootstrap != null) {
            settings.put("hbase.client.registry.impl", "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
            settings.put("hbase.client.bootstrap.servers", bootstrap);
        }
        return settings;
    }

    /** Returns HBase's settings for {@code hosts:port[/znode]}; the port is 2181 when there is none. */
    public static Map<String, String> zooKeeperSettings(String address) throws BadInputException {
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
