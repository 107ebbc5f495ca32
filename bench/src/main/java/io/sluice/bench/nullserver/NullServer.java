package io.sluice.bench.nullserver;

import io.sluice.bench.writer.Rows;
import io.sluice.testserver.TestCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.function.Consumer;

/** Main class of the server's process: writes its port to standard output, and ends with its standard input. */
final class NullServer implements AutoCloseable {
    static final String TABLE = "bench";

    private final Selector selector;
    private final ServerSocketChannel listener;
    /** Answers what clients ask before they write. */
    private final TestCluster cluster;

    private NullServer() throws IOException {
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        cluster = TestCluster.behind(port());
        cluster.createTable(TABLE, Set.of(), Rows.splitKeys());
    }

    /** Runs until standard input ends. */
    public static void main(String[] args) throws IOException {
        NullServer server = open();
        Thread watch = new Thread(NullServer::haltAtEndOfInput, "input-watch");
        watch.setDaemon(true);
        watch.start();
        System.out.println(server.port());
        server.run();
    }

    private static void haltAtEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said here.
            }
        } catch (IOException e) {
            System.err.println("null server: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    /** Listens on a free port of this host. */
    static NullServer open() throws IOException {
        return new NullServer();
    }

    int port() throws IOException {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /** Serves all connections on the calling thread until closed. */
    void run() throws IOException {
        Consumer<SelectionKey> serve = this::serve;
        try {
            while (true) {
                selector.select(serve);
            }
        } catch (ClosedSelectorException e) {
            // Closed.
        }
    }

    private void serve(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
            return;
        }
        try {
            if (key.attachment() instanceof ServedConnection connection && connection.serve()) {
                return;
            }
        } catch (IOException | RuntimeException e) {
            System.err.println("null server closes a connection: " + e);
        }
        close(key);
    }

    private void accept() {
        try {
            SocketChannel channel = listener.accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new ServedConnection(channel, key, cluster.server(0)));
        } catch (IOException e) {
            System.err.println("null server could not accept: " + e);
        }
    }

    private static void close(SelectionKey key) {
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException e) {
            System.err.println("null server could not close: " + e);
        }
    }

    /** Ends {@link #run}. */
    @Override
    public void close() throws IOException {
        listener.close();
        selector.close();
        cluster.close();
    }
}
