package io.sluice.client.internal.registry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.ZKMetadata;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server in this JVM on a loopback port, which can be stopped and started again. */
final class ZooKeeperFixture implements AutoCloseable {
    private static final int TICK_MILLIS = 200;

    private final Path dir;
    private NIOServerCnxnFactory factory;
    private ZooKeeperServer server;
    private final int port;

    ZooKeeperFixture(Path dir) throws IOException, InterruptedException {
        this.dir = dir;
        this.server = newServer();
        this.factory = newFactory(0);
        this.port = factory.getLocalPort();
        factory.startup(server);
    }

    private ZooKeeperServer newServer() throws IOException {
        return new ZooKeeperServer(dir.toFile(), dir.toFile(), TICK_MILLIS);
    }

    private static NIOServerCnxnFactory newFactory(int port) throws IOException {
        NIOServerCnxnFactory factory = new NIOServerCnxnFactory();
        factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        return factory;
    }

    int port() {
        return port;
    }

    void stop() {
        factory.shutdown();
        server.shutdown();
    }

    void start() throws IOException, InterruptedException {
        server = newServer();
        factory = newFactory(port);
        factory.startup(server);
    }

    int sessions() {
        return server.getNumAliveConnections();
    }

    void expireSessions() {
        server.getZKDatabase().getSessions().forEach(server::closeSession);
    }

    /** Writes a znode as HBase does; its parents are made. */
    void write(String path, byte[] message) throws IOException, InterruptedException, KeeperException {
        byte[] data = ZKMetadata.appendMetaData(Bytes.toBytes("master:16000"), ProtobufUtil.prependPBMagic(message));
        writeRaw(path, data);
    }

    @SuppressWarnings("try") // That close() may be interrupted is no matter here.
    void writeRaw(String path, byte[] data) throws IOException, InterruptedException, KeeperException {
        try (ZooKeeper client = new ZooKeeper("127.0.0.1:" + port, 5_000, event -> {})) {
            for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
                createIfMissing(client, path.substring(0, slash));
            }
            createIfMissing(client, path);
            client.setData(path, data, -1);
        }
    }

    private static void createIfMissing(ZooKeeper client, String path) throws InterruptedException, KeeperException {
        if (client.exists(path, false) == null) {
            client.create(path, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
