package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.client.internal.net.Decoder;
import io.sluice.internal.time.DaemonThreads;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads HBase's znodes. It connects for the first question, and closes the session after {@code zookeeper.keep-alive.time}
 * without one. Each question ends within {@code zookeeper.registry.async.get.timeout}, whatever ZooKeeper and the name
 * service do: the client's timer keeps the time.
 *
 * <p>Everything except the completion of a question's future happens on one thread, which ends when there is nothing to do.
 * ZooKeeper's client has two more for each session.
 */
final class ZooKeeperRegistry implements ClusterRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperRegistry.class);
    private static final long MAX_PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ZooKeeperSettings settings;
    private final Timer timer;
    private final ZKClientConfig clientConfig;
    private final ThreadPoolExecutor executor;
    private final Set<Question> pending = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile boolean closing;
    /** The session of all questions, replaced when it has expired; only on the thread. */
    private @Nullable ZooKeeper client;

    /** Ends the session if no further question comes; only on the thread. */
    private Timer.Cancellable keepAlive = () -> {};

    /** A question for a znode. Compared by identity. */
    private static final class Question {
        final String path;
        final CompletableFuture<byte[]> data = new CompletableFuture<>();
        /** For the message at the timeout. */
        volatile @Nullable Code lastError;

        Question(String path) {
            this.path = path;
        }
    }

    /**
     * Creates a registry that is not connected yet.
     *
     * @throws IllegalArgumentException if a key of ZooKeeper's has a malformed value; names the key
     */
    ZooKeeperRegistry(Configuration conf, Timer timer) {
        this.settings = ZooKeeperSettings.from(conf);
        this.timer = timer;
        clientConfig = settings.clientConfig();
        // Limits how long the close of a session waits for a server that does not answer.
        clientConfig.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(getTimeoutMillis()));
        executor = DaemonThreads.executor(1, DaemonThreads.named("sluice-zookeeper"));
        // Tasks after the shutdown are answers to questions that have already failed.
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    private static void start(String name, Runnable task) {
        DaemonThreads.named(name).newThread(task).start();
    }

    @Override
    public CompletableFuture<ServerName> metaLocation() {
        String path = settings.path(settings.metaZnode());
        return read(path)
                .thenCompose(
                        Decoder.step(data -> RegistryMessages.metaRegionServer(RegistryMessages.unframe(path, data))));
    }

    @Override
    public String describe() {
        return "ZooKeeper " + settings.connectString() + settings.parent();
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        closing = true;
        pending.forEach(question -> question.data.completeExceptionally(closedError()));
        executor.execute(() -> {
            var unused = closeSession().whenComplete((done, error) -> closed.complete(null));
        });
        executor.shutdown();
        return closed;
    }

    private CompletableFuture<byte[]> read(String path) {
        Question question = new Question(path);
        long probeNanos = Math.min(MAX_PROBE_NANOS, settings.getTimeoutNanos() / 4);
        Timer.Cancellable timeout =
                timer.schedule(() -> probe(question, probeNanos), settings.getTimeoutNanos() - probeNanos);
        pending.add(question);
        var unused = question.data.whenComplete((data, error) -> {
            timeout.cancel();
            pending.remove(question);
            executor.execute(this::closeWhenIdle);
        });
        // After the add: whichever of closeAsync() and this comes second sees the other.
        if (closing) {
            question.data.completeExceptionally(closedError());
        }
        executor.execute(() -> attempt(question));
        // A dependent action may do anything, such as closing the connection: on this registry's thread that would wait
        // for
        // itself.
        return question.data.whenCompleteAsync((data, error) -> {}, task -> {
            var unusedTask = timer.schedule(task, 0);
        });
    }

    private void attempt(Question question) {
        if (question.data.isDone()) {
            return;
        }
        try {
            openSession()
                    .getData(
                            question.path,
                            false,
                            (code, path, context, data, stat) ->
                                    executor.execute(() -> onAnswer(question, Code.get(code), data)),
                            null);
        } catch (IOException | RuntimeException e) {
            question.data.completeExceptionally(new RegistryUnavailableException(
                    "No ZooKeeper client for " + settings.connectString() + ": " + e.getMessage(), e));
        }
    }

    private void onAnswer(Question question, @Nullable Code code, byte @Nullable [] data) {
        question.lastError = code;
        if (code == Code.OK) {
            question.data.complete(data == null ? new byte[0] : data);
        } else if (code == Code.NONODE) {
            question.data.completeExceptionally(
                    new RegistryUnavailableException("no " + question.path + " under quorum " + settings.connectString()
                            + "; is zookeeper.znode.parent right, and has the cluster started?"));
        } else if (code == Code.CONNECTIONLOSS || code == Code.OPERATIONTIMEOUT) {
            var unused = timer.schedule(() -> executor.execute(() -> attempt(question)), settings.retryIntervalNanos());
        } else if (code == Code.SESSIONEXPIRED || code == Code.SESSIONMOVED) {
            var unused = timer.schedule(() -> executor.execute(() -> attempt(question)), 0);
        } else {
            question.data.completeExceptionally(new IOException(
                    "ZooKeeper " + settings.connectString() + " refused to read " + question.path + ": " + code,
                    code == null ? null : KeeperException.create(code, question.path)));
        }
    }

    /** Uses the rest of the time to find out why there is no answer. */
    private void probe(Question question, long probeNanos) {
        AddressProbe probe = new AddressProbe(
                settings.quorum(), (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(probeNanos) * 3 / 4));
        Runnable fail = () -> question.data.completeExceptionally(new RegistryUnavailableException(
                "No answer from ZooKeeper within " + TimeUnit.NANOSECONDS.toMillis(settings.getTimeoutNanos())
                        + " ms (zookeeper.registry.async.get.timeout) to read " + question.path + " under quorum "
                        + settings.connectString()
                        + (question.lastError == null ? "" : ", last error " + question.lastError) + ". "
                        + probe.findings()));
        var lateFindings = timer.schedule(fail, probeNanos);
        var unused = probe.done().thenRun(() -> {
            lateFindings.cancel();
            fail.run();
        });
    }

    /**
     * The client, which connects in the background.
     *
     * @throws IOException if it cannot be made
     */
    private ZooKeeper openSession() throws IOException {
        ZooKeeper open = client;
        if (open != null && open.getState().isAlive()) {
            return open;
        }
        // The client divides this by the number of servers to get its connect timeout. With HBase's 90 s one dead
        // server would use up the time of a question. A shorter session loses nothing, since it holds nothing.
        int timeoutMillis = (int) Math.min(settings.sessionTimeoutMillis(), getTimeoutMillis());
        ZooKeeper fresh =
                new ZooKeeper(settings.connectString(), timeoutMillis, ZooKeeperRegistry::onEvent, true, clientConfig);
        client = fresh;
        return fresh;
    }

    /**
     * Closes the session, if there is one, on a new thread, since ZooKeeper waits for the server. If no server has ever
     * answered, the result does not wait: ZooKeeper's threads are daemons, and end with its connect.
     */
    private CompletableFuture<Void> closeSession() {
        ZooKeeper open = client;
        client = null;
        if (open == null) {
            return CompletableFuture.completedFuture(null);
        }
        boolean connected = open.getState().isConnected();
        CompletableFuture<Void> done = CompletableFuture.runAsync(
                () -> {
                    try {
                        open.close();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                task -> start("sluice-zookeeper-close", task));
        return connected ? done : CompletableFuture.completedFuture(null);
    }

    private long getTimeoutMillis() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(settings.getTimeoutNanos()));
    }

    private static void onEvent(WatchedEvent event) {
        LOG.debug("ZooKeeper session: {}", event.getState());
    }

    private void closeWhenIdle() {
        if (pending.isEmpty() && client != null) {
            keepAlive.cancel();
            keepAlive = timer.schedule(() -> executor.execute(this::closeIfIdle), settings.keepAliveNanos());
        }
    }

    private void closeIfIdle() {
        if (pending.isEmpty()) {
            var unused = closeSession();
        }
    }

    private IOException closedError() {
        return new IOException(describe() + ": the connection to the cluster is closed");
    }

    /**
     * Finds out why no server answers, by resolving the names and opening sockets. ZooKeeper's client retries for ever and
     * does not say what is wrong.
     */
    private static final class AddressProbe {
        private final int connectTimeoutMillis;
        private final Map<ServerName, CompletableFuture<String>> lines = new LinkedHashMap<>();

        /**
         * Probes all servers at the same time, each on its own thread, because neither a name look-up nor a connect can be
         * interrupted reliably.
         *
         * @param connectTimeoutMillis for each socket; a name look-up may take longer
         */
        AddressProbe(List<ServerName> servers, int connectTimeoutMillis) {
            this.connectTimeoutMillis = connectTimeoutMillis;
            for (ServerName server : servers) {
                lines.put(
                        server,
                        CompletableFuture.supplyAsync(() -> probe(server), task -> start("sluice-address-probe", task))
                                .exceptionally(Throwable::toString));
            }
        }

        /** Completes when all servers have been probed. */
        CompletableFuture<Void> done() {
            return CompletableFuture.allOf(lines.values().toArray(CompletableFuture[]::new));
        }

        /** What is known now, a part for each server. */
        String findings() {
            return lines.entrySet().stream()
                    .map(line -> line.getKey().getHostAndPort() + ": "
                            + line.getValue().getNow("neither the name service nor the server answers"))
                    .collect(Collectors.joining("; "));
        }

        private String probe(ServerName server) {
            try {
                return Arrays.stream(InetAddress.getAllByName(server.getHostname()))
                        .map(address -> connect(address, server.getPort()))
                        .collect(Collectors.joining(", "));
            } catch (UnknownHostException e) {
                return "unknown host " + server.getHostname();
            }
        }

        private String connect(InetAddress address, int port) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address, port), connectTimeoutMillis);
                return address.getHostAddress() + " accepts connections";
            } catch (IOException e) {
                return address.getHostAddress() + " " + e.getMessage();
            }
        }
    }
}
