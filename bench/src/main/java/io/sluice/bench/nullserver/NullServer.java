package io.sluice.bench.nullserver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.bench.writer.Rows;
import io.sluice.testserver.TestCluster;
import io.sluice.testserver.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Main class of a server's process: writes its port to standard output, reads a line with the ports of all servers of
 * the cluster, of which the first has {@code hbase:meta}, and ends with its standard input. Argument: the number of
 * tables.
 */
final class NullServer implements AutoCloseable {
    static final String TABLE = "bench";

    private static final int BUFFER_BYTES = 4 << 20;

    private final ServerSocketChannel listener;
    private final TestCluster cluster;
    private final ServingLoop loop = new ServingLoop(BUFFER_BYTES);

    /**
     * @param ports the ports of all servers, including the listener's
     * @param tables number of tables, each with {@link Rows#REGIONS} regions that are assigned to the servers
     *     round-robin
     */
    private NullServer(ServerSocketChannel listener, int[] ports, int tables) throws IOException {
        this.listener = listener;
        cluster = TestCluster.behind(ports);
        for (int table = 0; table < tables; table++) {
            cluster.createTable(table(table), Set.of(), Rows.splitKeys());
        }
        int own = port(listener);
        TestServer coldCalls = cluster.servers().stream()
                .filter(server -> server.port() == own)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(own + " is not in " + Arrays.toString(ports)));
        loop.add(listener, coldCalls);
    }

    /** Runs until standard input ends. */
    public static void main(String[] args) throws IOException {
        ServerSocketChannel listener = listen();
        System.out.println(port(listener));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, US_ASCII));
        String ports = input.readLine();
        if (ports == null) {
            return;
        }
        Parent.obey(input, line -> {});
        new NullServer(
                        listener,
                        Stream.of(ports.split(" ")).mapToInt(Integer::parseInt).toArray(),
                        Integer.parseInt(args[0]))
                .run();
    }

    static ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** A cluster of one server with one table, on a free port of this host. */
    static NullServer open() throws IOException {
        ServerSocketChannel listener = listen();
        return new NullServer(listener, new int[] {port(listener)}, 1);
    }

    /** The name of a table by its number, from 0. */
    static String table(int number) {
        return number == 0 ? TABLE : TABLE + number;
    }

    static int port(ServerSocketChannel listener) throws IOException {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    int port() throws IOException {
        return port(listener);
    }

    /** Serves all connections on the calling thread until closed. */
    void run() throws IOException {
        loop.run();
    }

    /** Makes {@link #run} return. */
    @Override
    public void close() throws IOException {
        loop.close();
        cluster.close();
    }
}
