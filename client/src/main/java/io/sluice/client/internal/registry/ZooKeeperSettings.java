package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.ServerName;
import io.sluice.client.internal.net.Keys;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * Where ZooKeeper is and how it is asked.
 *
 * @param quorum its servers, at least one
 * @param parent HBase's root znode; begins with a slash
 * @param metaZnode name of the znode with the server of {@code hbase:meta}
 * @param retryIntervalNanos between two attempts of one question
 * @param getTimeoutNanos how long one question may take with all its attempts
 * @param keepAliveNanos how long a session without questions is kept
 * @param clientProperties of ZooKeeper's own client, by its names, such as {@code zookeeper.client.secure}
 */
record ZooKeeperSettings(
        List<ServerName> quorum,
        String parent,
        String metaZnode,
        int sessionTimeoutMillis,
        long retryIntervalNanos,
        long getTimeoutNanos,
        long keepAliveNanos,
        Map<String, String> clientProperties) {
    private static final String QUORUM = "hbase.zookeeper.quorum";
    private static final String PORT = "hbase.zookeeper.property.clientPort";
    private static final String CLIENT_QUORUM = "hbase.client.zookeeper.quorum";
    private static final String CLIENT_PORT = "hbase.client.zookeeper.property.clientPort";
    private static final String PARENT = "zookeeper.znode.parent";
    private static final String SESSION_TIMEOUT = "zookeeper.session.timeout";
    private static final String RETRY_INTERVAL = "zookeeper.recovery.retry.intervalmill";
    private static final String GET_TIMEOUT = "zookeeper.registry.async.get.timeout";
    private static final String CLIENT_PROPERTY = PORT.substring(0, PORT.length() - "clientPort".length());
    private static final String JAVA_PROPERTY = "zookeeper.";
    private static final String NETTY_SOCKET = "org.apache.zookeeper.ClientCnxnSocketNetty";
    private static final String KEEP_ALIVE = "zookeeper.keep-alive.time";

    /**
     * Reads HBase's keys.
     *
     * @throws IllegalArgumentException if a value is malformed or not positive; names the key
     */
    static ZooKeeperSettings from(Configuration conf) {
        String parent = conf.getTrimmed(PARENT, "/hbase");
        if (!parent.startsWith("/") || (parent.length() > 1 && parent.endsWith("/"))) {
            throw new IllegalArgumentException(PARENT + " must begin and must not end with a slash: '" + parent + "'");
        }
        return new ZooKeeperSettings(
                quorum(conf),
                parent,
                conf.getTrimmed("zookeeper.znode.metaserver", "meta-region-server"),
                (int) Math.min(Integer.MAX_VALUE, positive(conf, SESSION_TIMEOUT, 90_000)),
                nanos(conf, RETRY_INTERVAL, 1_000),
                nanos(conf, GET_TIMEOUT, 10_000),
                nanos(conf, KEEP_ALIVE, 60_000),
                clientProperties(conf));
    }

    /** {@code hbase.zookeeper.property.x} is {@code zookeeper.x} to ZooKeeper's client, as in HBase 2.6. */
    private static Map<String, String> clientProperties(Configuration conf) {
        Map<String, String> properties = new TreeMap<>();
        // Everybody may read the znodes, and a login could block.
        properties.put(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
        for (Map.Entry<String, String> entry : conf) {
            String key = entry.getKey();
            if (key.startsWith(CLIENT_PROPERTY) && !key.equals(PORT)) {
                properties.put(JAVA_PROPERTY + key.substring(CLIENT_PROPERTY.length()), conf.getTrimmed(key, ""));
            }
        }
        if (Boolean.parseBoolean(properties.get(ZKClientConfig.SECURE_CLIENT))) {
            // ZooKeeper's default cannot do TLS.
            properties.putIfAbsent(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, NETTY_SOCKET);
        }
        return properties;
    }

    /** A configuration for ZooKeeper's client, with these properties and those of the JVM. */
    ZKClientConfig clientConfig() {
        String secure = clientProperties.getOrDefault(
                ZKClientConfig.SECURE_CLIENT, System.getProperty(ZKClientConfig.SECURE_CLIENT));
        ZKClientConfig config = Boolean.parseBoolean(secure) ? new ZKClientConfig() : new WithoutTls();
        clientProperties.forEach(config::setProperty);
        return config;
    }

    /**
     * Takes the JVM's properties for ZooKeeper as they are. ZooKeeper's own class asks its TLS classes for the names, which
     * then load the JVM's certificates: a fifth of a second of a new JVM.
     */
    private static final class WithoutTls extends ZKClientConfig {
        /** Called by the constructor of the class above. */
        @Override
        protected void handleBackwardCompatibility() {
            for (String name : System.getProperties().stringPropertyNames()) {
                if (name.startsWith("zookeeper.")
                        || name.startsWith("jute.")
                        || name.startsWith("sun.security.jgss.")) {
                    setProperty(name, System.getProperty(name));
                }
            }
        }
    }

    /** Without the client properties, which may contain passwords. */
    @Override
    public String toString() {
        return connectString() + parent;
    }

    private static List<ServerName> quorum(Configuration conf) {
        int port = Keys.port(conf, PORT, 2181);
        String clientQuorum = conf.getTrimmed(CLIENT_QUORUM, "");
        return clientQuorum.isEmpty()
                ? QuorumAddress.parseList(QUORUM, conf.get(QUORUM, "127.0.0.1"), port)
                : QuorumAddress.parseList(CLIENT_QUORUM, clientQuorum, Keys.port(conf, CLIENT_PORT, port));
    }

    private static long nanos(Configuration conf, String key, long defaultMillis) {
        return TimeUnit.MILLISECONDS.toNanos(positive(conf, key, defaultMillis));
    }

    private static long positive(Configuration conf, String key, long defaultMillis) {
        return Keys.positive(key, conf.getTimeDuration(key, defaultMillis, TimeUnit.MILLISECONDS));
    }

    /** Path of a znode below the parent. */
    String path(String znode) {
        return parent.equals("/") ? "/" + znode : parent + "/" + znode;
    }

    /** {@code host:port,host:port}, as ZooKeeper's client takes it. */
    String connectString() {
        return quorum.stream().map(ServerName::getHostAndPort).collect(Collectors.joining(","));
    }
}
