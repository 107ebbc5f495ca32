package io.sluice.client.internal.registry;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session with ZooKeeper that all questions share: opened by the first, replaced when it has expired. Only used by
 * the thread of its registry.
 */
final class ZooKeeperSession {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperSession.class);

    private final ZooKeeperSettings settings;
    private final ZKClientConfig clientConfig = new ZKClientConfig();
    private @Nullable ZooKeeper client;

    ZooKeeperSession(ZooKeeperSettings settings) {
        this.settings = settings;
        settings.clientProperties().forEach(clientConfig::setProperty);
        // Bounds the end of a session at a server that does not answer.
        clientConfig.setProperty(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, Long.toString(getTimeoutMillis()));
    }

    /**
     * The client, which connects in the background.
     *
     * @throws IOException if it cannot be made
     */
    ZooKeeper open() throws IOException {
        ZooKeeper open = client;
        if (open != null && open.getState().isAlive()) {
            return open;
        }
        // The client divides this by the number of servers to get its connect timeout. With HBase's 90 s one dead
        // server
        // would use up the time of a question; nothing lives in this session that a shorter one could lose.
        int timeoutMillis = (int) Math.min(settings.sessionTimeoutMillis(), getTimeoutMillis());
        ZooKeeper fresh =
                new ZooKeeper(settings.connectString(), timeoutMillis, ZooKeeperSession::onEvent, true, clientConfig);
        client = fresh;
        return fresh;
    }

    /** Ends the session, if there is one, on a thread of its own: it waits for the server. */
    CompletableFuture<Void> close() {
        ZooKeeper open = client;
        client = null;
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (open == null) {
            done.complete(null);
            return done;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        open.close();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        done.complete(null);
                    }
                },
                "sluice-zookeeper-close");
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    /** Whether there is a session, connected or not. */
    boolean isOpen() {
        return client != null;
    }

    private long getTimeoutMillis() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(settings.getTimeoutNanos()));
    }

    private static void onEvent(WatchedEvent event) {
        LOG.debug("ZooKeeper session: {}", event.getState());
    }
}
