package io.sluice.loader.doctor;

import io.sluice.Configuration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A host and port to check.
 *
 * @param role what should be there
 * @param host name or address
 * @param port port
 */
record Address(String role, String host, int port) {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int ANSWER_MILLIS = 2_000;
    private static final int MAX_ANSWER_BYTES = 64;
    private static final String ZOOKEEPER_ROLE = "ZooKeeper";
    private static final String ZOOKEEPER = "hbase.zookeeper.quorum";
    private static final String BOOTSTRAP = "hbase.client.bootstrap.servers";

    /** Returns the addresses at which a configuration looks for its cluster. */
    static List<Address> ofRegistry(Configuration conf) {
        String impl = conf.getTrimmed("hbase.client.registry.impl", "");
        String bootstrap = conf.getTrimmed(BOOTSTRAP, "");
        if (impl.endsWith("MasterRegistry")) {
            return parse(
                    "master", conf.getTrimmed("hbase.masters", "localhost"), conf.getInt("hbase.master.port", 16_000));
        }
        if (impl.endsWith("RpcConnectionRegistry") || (impl.isEmpty() && !bootstrap.isEmpty())) {
            return parse(
                    "bootstrap",
                    bootstrap.isEmpty() ? conf.getTrimmed("hbase.masters", "localhost") : bootstrap,
                    16_000);
        }
        return parse(
                ZOOKEEPER_ROLE,
                conf.getTrimmed(ZOOKEEPER, "127.0.0.1"),
                conf.getInt("hbase.zookeeper.property.clientPort", 2181));
    }

    private static List<Address> parse(String role, String list, int defaultPort) {
        List<Address> addresses = new ArrayList<>();
        for (String entry : list.split(",", -1)) {
            String text = entry.strip();
            int colon = text.lastIndexOf(':');
            boolean hasPort = colon > 0 && text.substring(colon + 1).matches("\\d{1,5}") && text.indexOf(':') == colon;
            if (!text.isEmpty()) {
                addresses.add(new Address(
                        role,
                        hasPort ? text.substring(0, colon) : text,
                        hasPort ? Integer.parseInt(text.substring(colon + 1)) : defaultPort));
            }
        }
        return addresses;
    }

    /** Returns whether ZooKeeper is expected there. */
    boolean isForZooKeeper() {
        return role.equals(ZOOKEEPER_ROLE);
    }

    /** Looks up the name and connects; returns a description of the result. */
    String reach() throws IOException {
        long startNanos = System.nanoTime();
        InetAddress address = InetAddress.getByName(host);
        long resolvedNanos = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
        }
        return this + " is " + address.getHostAddress() + " (DNS " + millis(resolvedNanos - startNanos) + " ms, TCP "
                + millis(System.nanoTime() - resolvedNanos) + " ms)";
    }

    /**
     * Returns whether ZooKeeper answers there. Sends the command {@code srvr}: a ZooKeeper that does not allow it
     * replies with an error that names it, and any other server closes the connection or does not reply.
     */
    boolean isZooKeeper() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readNBytes(MAX_ANSWER_BYTES), StandardCharsets.US_ASCII);
            return answer.startsWith("Zookeeper version")
                    || answer.startsWith("This ZooKeeper instance")
                    || answer.startsWith("srvr is not executed");
        } catch (IOException e) {
            // Either another kind of server or unreachable; other checks find out which.
            return false;
        }
    }

    private static long millis(long nanos) {
        return nanos / 1_000_000;
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
