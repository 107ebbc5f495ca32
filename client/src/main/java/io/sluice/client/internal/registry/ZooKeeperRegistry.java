package io.sluice.client.internal.registry;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.ServerName;
import io.sluice.internal.time.DaemonThreads;
import io.sluice.internal.time.Timer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the znode of {@code hbase:meta}. It connects for the first question, and closes the session after {@code
 * zookeeper.keep-alive.time} without one. Each question ends within {@code zookeeper.registry.async.get.timeout}, whatever
 * ZooKeeper and the name service do: the client's timer keeps the time.
 *
 * <p>One thread asks, and waits for the answer. It ends, and the session with it, when there was no question for that time.
 * ZooKeeper's client has two more for each session.
 */
final class ZooKeeperRegistry implements ClusterRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperRegistry.class);
    private static final long MAX_PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ZooKeeperSettings settings;
    private final String path;
    private final Timer timer;
    private final ZKClientConfig clientConfig;
    private final ThreadPoolExecutor thread;
    private final Set<Question> pending = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile boolean closing;
    /** The session of all questions, replaced when it has expired. A thread that ends takes it, and closes it. */
    private final AtomicReference<@Nullable ZooKeeper> session = new AtomicReference<>();

    /**
     * Creates a registry that is not connected yet.
     *
     * @throws IllegalArgumentException if a key of ZooKeeper's has a malformed value; names the key
     */
    ZooKeeperRegistry(Configuration conf, Timer timer) {
        this.settings = ZooKeeperSettings.from(conf);
        this.timer = timer;
        path = settings.path(settings.metaZnode());
        clientConfig = settings.clientConfig();
        // Limits how long a read, and the close of a session, wait for a server that does not answer.
        clientConfig.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(getTimeoutMillis()));
        thread = DaemonThreads.executor(
                1,
                worker -> DaemonThreads.named("sluice-zookeeper").newThread(() -> {
                    try {
                        worker.run();
                    } finally {
                        closeSession();
                    }
                }));
        thread.setKeepAliveTime(settings.keepAliveNanos(), TimeUnit.NANOSECONDS);
        // After the shutdown come only questions that have already failed.
        thread.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    @Override
    public CompletableFuture<ServerName> metaLocation() {
        Question question = new Question();
        question.begin();
        pending.add(question);
        // After the add: whichever of closeAsync() and this comes second sees the other.
        if (closing) {
            question.fail(closedError());
        }
        thread.execute(question);
        return question.answer;
    }

    @Override
    public String describe() {
        return "ZooKeeper " + settings.connectString() + settings.parent();
    }

    /** If no server has ever answered, the result does not wait: ZooKeeper's threads are daemons, and end with its connect. */
    @Override
    public CompletableFuture<Void> closeAsync() {
        closing = true;
        for (Question question : pending) {
            question.fail(closedError());
        }
        ZooKeeper open = session.get();
        thread.shutdownNow();
        return open != null && open.getState().isConnected() ? closed : CompletableFuture.completedFuture(null);
    }

    private IOException closedError() {
        return new IOException(describe() + ": the connection to the cluster is closed");
    }

    private long getTimeoutMillis() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(settings.getTimeoutNanos()));
    }

    /**
     * The client, which connects in the background.
     *
     * @throws IOException if it cannot be made
     */
    private ZooKeeper openSession() throws IOException {
        ZooKeeper open = session.get();
        if (open != null && open.getState().isAlive()) {
            return open;
        }
        // The client divides this by the number of servers to get its connect timeout. With HBase's 90 s one dead
        // server would use up the time of a question. A shorter session loses nothing, since it holds nothing.
        int timeoutMillis = (int) Math.min(settings.sessionTimeoutMillis(), getTimeoutMillis());
        ZooKeeper fresh =
                new ZooKeeper(settings.connectString(), timeoutMillis, ZooKeeperRegistry::onEvent, true, clientConfig);
        session.set(fresh);
        return fresh;
    }

    private static void onEvent(WatchedEvent event) {
        LOG.debug("ZooKeeper session: {}", event.getState());
    }

    /** Runs at the end of the thread, since ZooKeeper waits for the server. */
    private void closeSession() {
        ZooKeeper open = session.getAndSet(null);
        try {
            if (open != null) {
                // Of the shutdown: otherwise the server would not be told.
                boolean unused = Thread.interrupted();
                open.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (closing) {
                closed.complete(null);
            }
        }
    }

    /** Asks which server has {@code hbase:meta}, with all attempts. Compared by identity. */
    private final class Question implements Runnable {
        final CompletableFuture<ServerName> answer = new CompletableFuture<>();
        private final AtomicBoolean ended = new AtomicBoolean();
        /** Wakes the thread that waits for its next attempt. */
        private final CountDownLatch over = new CountDownLatch(1);

        private volatile Timer.Cancellable timeout = () -> {};
        /** For the message at the timeout. */
        private volatile @Nullable Code lastError;

        /** Starts the time that it may take. */
        void begin() {
            long probeNanos = Math.min(MAX_PROBE_NANOS, settings.getTimeoutNanos() / 4);
            timeout = timer.schedule(() -> explain(probeNanos), settings.getTimeoutNanos() - probeNanos);
        }

        void fail(Throwable error) {
            end(() -> answer.completeExceptionally(error));
        }

        /** Ends the question, at the first call. */
        private void end(Runnable completion) {
            if (ended.compareAndSet(false, true)) {
                over.countDown();
                timeout.cancel();
                pending.remove(this);
                // A dependent action may do anything, such as closing the connection, for which the thread would wait.
                var unused = timer.schedule(completion, 0);
            }
        }

        @Override
        public void run() {
            try {
                while (!ended.get()) {
                    attempt();
                }
            } catch (InterruptedException e) {
                // The registry is closed, and the question has failed. The thread ends.
                Thread.currentThread().interrupt();
            } catch (IOException | RuntimeException e) {
                fail(e);
            }
        }

        private void attempt() throws IOException, InterruptedException {
            byte[] data;
            ZooKeeper client = null;
            try {
                client = openSession();
                data = client.getData(path, false, null);
            } catch (KeeperException e) {
                failed(e, client);
                return;
            } catch (IOException | RuntimeException e) {
                throw new RegistryUnavailableException(
                        "No ZooKeeper client for " + settings.connectString() + ": " + e.getMessage(), e);
            }
            ServerName server = RegistryMessages.metaRegionServer(
                    RegistryMessages.unframe(path, data == null ? new byte[0] : data));
            end(() -> answer.complete(server));
        }

        /** Returns if there is to be another attempt. */
        private void failed(KeeperException error, @Nullable ZooKeeper of) throws IOException, InterruptedException {
            Code code = error.code();
            lastError = code;
            switch (code) {
                case SESSIONEXPIRED, SESSIONMOVED -> {}
                case CONNECTIONLOSS, OPERATIONTIMEOUT, REQUESTTIMEOUT -> {
                    // A session that the thread before this one has closed says nothing about the server.
                    if (session.get() == of) {
                        boolean unused = over.await(settings.retryIntervalNanos(), TimeUnit.NANOSECONDS);
                    }
                }
                case NONODE ->
                    throw new RegistryUnavailableException("no " + path + " under quorum " + settings.connectString()
                            + "; is zookeeper.znode.parent right, and has the cluster started?");
                default ->
                    throw new IOException(
                            "ZooKeeper " + settings.connectString() + " refused to read " + path + ": " + code, error);
            }
        }

        /** Uses the rest of the time to find out why there is no answer. */
        private void explain(long probeNanos) {
            var unused = probe(probeNanos).thenAccept(findings -> {
                String last = lastError == null ? "" : ", last error " + lastError;
                fail(new RegistryUnavailableException("No answer from ZooKeeper within "
                        + TimeUnit.NANOSECONDS.toMillis(settings.getTimeoutNanos())
                        + " ms (zookeeper.registry.async.get.timeout) to read " + path + " under quorum "
                        + settings.connectString() + last + ". " + findings));
            });
        }
    }

    /**
     * Finds out why no server answers, by resolving the names and opening sockets, all at the same time and each on its own
     * thread, because neither can be interrupted reliably. ZooKeeper's client retries for ever and does not say what is wrong.
     */
    private CompletableFuture<String> probe(long probeNanos) {
        int connectMillis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(probeNanos) * 3 / 4);
        List<ServerName> quorum = settings.quorum();
        List<CompletableFuture<String>> findings = new ArrayList<>();
        for (ServerName server : quorum) {
            findings.add(CompletableFuture.supplyAsync(
                            () -> probe(server, connectMillis),
                            probe -> DaemonThreads.named("sluice-address-probe")
                                    .newThread(probe)
                                    .start())
                    .exceptionally(Throwable::toString));
        }
        Timer.Cancellable late = timer.schedule(
                () -> findings.forEach(finding -> finding.complete("neither the name service nor the server answers")),
                probeNanos);
        return CompletableFuture.allOf(findings.toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    late.cancel();
                    return IntStream.range(0, quorum.size())
                            .mapToObj(i -> quorum.get(i).getHostAndPort() + ": "
                                    + findings.get(i).join())
                            .collect(Collectors.joining("; "));
                });
    }

    private static String probe(ServerName server, int connectMillis) {
        try {
            return Arrays.stream(InetAddress.getAllByName(server.getHostname()))
                    .map(address -> connect(new InetSocketAddress(address, server.getPort()), connectMillis))
                    .collect(Collectors.joining(", "));
        } catch (UnknownHostException e) {
            return "unknown host " + server.getHostname();
        }
    }

    private static String connect(InetSocketAddress address, int timeoutMillis) {
        String shown = address.getAddress().getHostAddress();
        try (Socket socket = new Socket()) {
            socket.connect(address, timeoutMillis);
            return shown + " accepts connections";
        } catch (IOException e) {
            return shown + " " + e.getMessage();
        }
    }
}
