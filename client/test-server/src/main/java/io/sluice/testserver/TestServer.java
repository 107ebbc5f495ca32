package io.sluice.testserver;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One region server of a {@link TestCluster}. Any thread but the server's own may call its methods; those that change
 * the handling of connections return when the change is done.
 */
public final class TestServer {
    /** The address that all servers listen on. */
    static final String HOST = "127.0.0.1";

    private static final int SELECT_MILLIS = 2;
    private static final int FIRST_PORT = 20_000;
    /** From here on Linux gives ports to outgoing connections, unless it is configured otherwise. */
    private static final int FIRST_PORT_OF_CLIENTS = 32_768;

    private static final int BIND_TRIES = 100;
    private static final long BIND_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int DEFAULT_MAX_REQUEST_BYTES = 256 << 20;

    private final TestCluster cluster;
    private final ClientCalls calls;
    private final Script script = new Script();
    private final Set<ServedConnection> connections = ConcurrentHashMap.newKeySet();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger tooBig = new AtomicInteger();
    private volatile @Nullable Channel listener;
    private volatile int port;
    private volatile long startCode;
    private volatile boolean silent;
    private volatile boolean stalled;
    private volatile int maxRequestBytes = DEFAULT_MAX_REQUEST_BYTES;
    private volatile @Nullable Load load;

    /** Percentages that a server reports for its regions. */
    record Load(int memstore, int heap, int compaction) {}

    TestServer(TestCluster cluster) {
        this.cluster = cluster;
        calls = new ClientCalls(this);
        startCode = cluster.nextStartCode();
    }

    /** Sets the port that another party listens on for this server. */
    void announce(int otherPort) {
        port = otherPort;
    }

    /** The script for its next calls. */
    public Script script() {
        return script;
    }

    /** {@code host:port}. */
    public String address() {
        return HOST + ":" + port;
    }

    /** The port it listens on, or listened on last. */
    public int port() {
        return port;
    }

    /** Its start code, which changes with {@link #restart}. */
    public long startCode() {
        return startCode;
    }

    // ---- faults of the whole server ----

    /** Refuses connections from now on; open ones stay. */
    public void refuse() {
        Channel open = listener;
        listener = null;
        if (open != null) {
            open.close().syncUninterruptibly();
            // A closed listener continues to listen until the next run of its selector.
            cluster.group()
                    .schedule(() -> {}, SELECT_MILLIS, TimeUnit.MILLISECONDS)
                    .syncUninterruptibly();
        }
    }

    /** Accepts connections again, on the same port. */
    public void accept() {
        if (listener == null) {
            listen();
        }
    }

    /** Resets all connections; clients may connect again. */
    public void disconnect() {
        List.copyOf(connections).forEach(ServedConnection::reset);
    }

    /**
     * Simulates the death of its process: resets all connections and refuses new ones. Its regions stay assigned to it.
     */
    public void kill() {
        refuse();
        List<ServedConnection> open = List.copyOf(connections);
        open.forEach(ServedConnection::reset);
        // Until they are closed, they might answer requests that are sent after this method has returned.
        open.forEach(ServedConnection::awaitClosed);
    }

    /** Simulates a restart of its process after {@link #kill}: same port, later start code. */
    public void restart() {
        kill();
        startCode = cluster.nextStartCode();
        accept();
    }

    /** Restarts it, after {@link #kill}, on another port. */
    void restartAt(int otherPort) {
        port = otherPort;
        startCode = cluster.nextStartCode();
        accept();
    }

    /**
     * Reads and discards everything without answering, as if the network lost all packets. Connections can be opened.
     */
    public void silence() {
        silent = true;
    }

    /** Reads nothing, so that the socket's window closes. */
    public void stall() {
        stalled = true;
        connections.forEach(connection -> connection.reading(false));
    }

    /**
     * Ends {@link #silence} and {@link #stall}. Whatever arrived while it was silent is lost, and the connections on
     * which something arrived stay silent.
     */
    public void resume() {
        silent = false;
        stalled = false;
        connections.forEach(connection -> connection.reading(true));
    }

    /** Maximum length of a frame; a longer one ends its connection. Initially 256 MiB. */
    public void limitRequests(int bytes) {
        maxRequestBytes = bytes;
    }

    /** Reports the load of all its regions to clients with each answer, in percent. */
    public void tellLoad(int memstore, int heap, int compaction) {
        load = new Load(memstore, heap, compaction);
    }

    // ---- for assertions ----

    /**
     * Executes a call without cells that did not arrive over one of its connections.
     *
     * @param method name of the method
     * @param message its parameter
     * @throws IllegalArgumentException if the parameter is malformed
     */
    public Response respond(int callId, String method, byte[] message) {
        return run(new Exchange.Call(callId, method, message, new byte[0], message.length), Refusal.NOTHING);
    }

    /** The received calls, in order. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** The number of received calls of this kind. */
    public long count(Method method) {
        return received.stream().filter(call -> method.includes(call.method())).count();
    }

    /** The number of connections accepted so far. */
    public int accepted() {
        return accepted.get();
    }

    /** The number of open connections. */
    public int open() {
        return connections.size();
    }

    /** The number of requests that ended their connection because they were too large. */
    public int tooBigRequests() {
        return tooBig.get();
    }

    // ---- for the connections ----

    void listen() {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(cluster.group())
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        cluster.opened(channel);
                        ServedConnection connection =
                                new ServedConnection(TestServer.this, channel, accepted.incrementAndGet());
                        connections.add(connection);
                        channel.pipeline().addLast(connection);
                        boolean reading;
                        do {
                            // Repeated if a concurrent stall or resume changed the value in between.
                            reading = !stalled;
                            channel.config().setAutoRead(reading);
                        } while (reading == stalled);
                    }
                });
        Channel open = port == 0 ? bindAnywhere(bootstrap) : bind(bootstrap, port);
        port = ((InetSocketAddress) open.localAddress()).getPort();
        listener = open;
    }

    /** Binds to a port, waiting some time for it: while the server was away, a socket of a client may have been given it. */
    private static Channel bind(ServerBootstrap bootstrap, int port) {
        ChannelFuture bound = bootstrap.bind(new InetSocketAddress(HOST, port)).awaitUninterruptibly();
        for (int tries = 0; !bound.isSuccess() && tries < BIND_TRIES; tries++) {
            LockSupport.parkNanos(BIND_PAUSE_NANOS);
            bound = bootstrap.bind(new InetSocketAddress(HOST, port)).awaitUninterruptibly();
        }
        return bound.syncUninterruptibly().channel();
    }

    /**
     * Binds to a port that the system does not choose for clients: one of those could be taken, perhaps by the very client
     * that connects to it, while a server is restarted.
     */
    private static Channel bindAnywhere(ServerBootstrap bootstrap) {
        for (int tries = 0; tries < BIND_TRIES; tries++) {
            int candidate = ThreadLocalRandom.current().nextInt(FIRST_PORT, FIRST_PORT_OF_CLIENTS);
            ChannelFuture bound =
                    bootstrap.bind(new InetSocketAddress(HOST, candidate)).awaitUninterruptibly();
            if (bound.isSuccess()) {
                return bound.channel();
            }
        }
        return bind(bootstrap, 0);
    }

    TestCluster cluster() {
        return cluster;
    }

    Response run(Exchange.Call call, Refusal refusal) {
        return cluster.locked(() -> calls.run(call, refusal));
    }

    /** Executes a scan like {@link ClientCalls#scan}. */
    Response scan(Exchange.Call call, int maxCells) {
        return cluster.locked(() -> calls.scan(call.id(), ProtoMessage.parse(call.message()), maxCells));
    }

    /** Scanners of {@code hbase:meta} that clients have opened and neither read to the end nor closed. */
    public int openScanners() {
        return cluster.locked(calls::openScanners);
    }

    void received(Exchange exchange, int connection) {
        int mutations = 0;
        if (exchange.method() == Method.MULTI || exchange.method() == Method.MUTATE) {
            try {
                mutations = exchange.request().size();
            } catch (IllegalArgumentException e) {
                // Reported when the call is executed.
                mutations = 0;
            }
        }
        received.add(
                new Received(exchange.method(), System.nanoTime(), connection, mutations, exchange.requestBytes()));
    }

    void gone(ServedConnection connection) {
        connections.remove(connection);
    }

    void refusedAsTooBig() {
        tooBig.incrementAndGet();
    }

    void violation(String what) {
        cluster.violation(address() + ": " + what);
    }

    boolean isSilent() {
        return silent;
    }

    int maxRequestBytes() {
        return maxRequestBytes;
    }

    @Nullable Load load() {
        return load;
    }

    /** {@code ServerName} of HBase.proto. */
    ProtoBuilder name() {
        return new ProtoBuilder().text(1, HOST).number(2, port).number(3, startCode);
    }

    @Override
    public String toString() {
        return HOST + "," + port + "," + startCode;
    }
}
