package io.sluice.bench.nullserver;

import io.sluice.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/** Serves the connections of one or more servers on one thread. */
final class ServingLoop implements AutoCloseable {
    private final Selector selector;
    private final int bufferBytes;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** A listening socket of a server. */
    private record Listener(ServerSocketChannel socket, TestServer server) {}

    /** @param bufferBytes size of each of the two buffers of a connection at its start */
    ServingLoop(int bufferBytes) throws IOException {
        selector = Selector.open();
        this.bufferBytes = bufferBytes;
    }

    /**
     * Also serves a server, from the next {@link #run} on.
     *
     * @param socket its listening socket
     * @param coldCalls answers the calls that clients make before they write
     */
    void add(ServerSocketChannel socket, TestServer coldCalls) throws IOException {
        socket.configureBlocking(false);
        socket.register(selector, SelectionKey.OP_ACCEPT, new Listener(socket, coldCalls));
    }

    /**
     * Ends servers at the same moment: their sockets and connections are closed before the loop does anything else.
     *
     * @param then run on the loop's thread after that
     */
    void kill(Set<TestServer> servers, Runnable then) {
        tasks.add(() -> {
            for (SelectionKey key : List.copyOf(selector.keys())) {
                if (servers.contains(serverOf(key))) {
                    close(key);
                }
            }
            // A socket listens until its key is removed from the selector.
            forgetClosed();
            then.run();
        });
        selector.wakeup();
    }

    private void forgetClosed() {
        try {
            selector.selectNow(this::serve);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TestServer serverOf(SelectionKey key) {
        return key.attachment() instanceof Listener listener
                ? listener.server()
                : ((ServedConnection) key.attachment()).coldCalls();
    }

    /** Serves all connections on the calling thread until closed. */
    void run() throws IOException {
        Consumer<SelectionKey> serve = this::serve;
        try {
            while (true) {
                selector.select(serve);
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
            }
        } catch (ClosedSelectorException e) {
            // Closed.
        }
    }

    private void serve(SelectionKey key) {
        if (key.attachment() instanceof Listener listener) {
            accept(listener);
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

    private void accept(Listener listener) {
        try {
            SocketChannel channel = listener.socket().accept();
            if (channel == null) {
                return;
            }
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            key.attach(new ServedConnection(channel, key, listener.server(), bufferBytes));
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

    /** Makes {@link #run} return, and closes the sockets on which servers listen. */
    @Override
    public void close() throws IOException {
        for (SelectionKey key : List.copyOf(selector.keys())) {
            if (key.attachment() instanceof Listener) {
                close(key);
            }
        }
        selector.close();
    }
}
