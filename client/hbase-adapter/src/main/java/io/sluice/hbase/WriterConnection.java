package io.sluice.hbase;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.client.AsyncConnection;
import io.sluice.client.AsyncConnections;
import io.sluice.internal.sync.Interruptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;

/** Sluice's connection beside HBase's: opened in the background when it is first needed, and again after a failure. */
final class WriterConnection {
    private static final String PERIODIC_FLUSH = "hbase.client.write.buffer.periodicflush.timeout.ms";
    private static final String REGISTRY = "hbase.client.registry.impl";

    private final Configuration hadoop;
    private final AsyncConnections.Builder builder;

    // Lock order: a leaf. Opening does not wait.
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable CompletableFuture<AsyncConnection> opening;

    @GuardedBy("lock") private boolean closed;

    /**
     * Opens nothing yet.
     *
     * @param user the user who writes
     * @param clusterId id of the cluster
     * @param attributes for the header of each connection to a server; null for none
     * @throws IllegalArgumentException if Sluice cannot write as this user
     */
    WriterConnection(Configuration hadoop, User user, String clusterId, @Nullable Map<String, byte[]> attributes) {
        this.hadoop = hadoop;
        builder = AsyncConnections.builder()
                .configuration(translated(hadoop))
                .credentials(WriterIdentity.of(hadoop, user, clusterId))
                .connectionAttributes(attributes == null ? Map.of() : attributes);
    }

    /** Copies the settings for clients of HBase; variables are expanded as Hadoop does it. */
    static io.sluice.Configuration translated(Configuration hadoop) {
        io.sluice.Configuration ours = new io.sluice.Configuration();
        for (Map.Entry<String, String> property : hadoop) {
            String key = property.getKey();
            String value = key.startsWith("hbase.") || key.startsWith("zookeeper.") || key.startsWith("sluice.")
                    ? hadoop.get(key)
                    : null;
            if (value != null) {
                ours.set(key, value);
            }
        }
        if (ours.get(PERIODIC_FLUSH) == null) {
            // HBase's default, off: programs written for its mutator may rely on nothing being sent before they flush.
            ours.set(PERIODIC_FLUSH, "0");
        }
        if (ours.get(REGISTRY) == null && !HBaseVersion.is2()) {
            // The default of HBase 3. Sluice has that of HBase 2, ZooKeeper.
            ours.set(REGISTRY, "org.apache.hadoop.hbase.client.RpcConnectionRegistry");
        }
        return ours;
    }

    Configuration hadoop() {
        return hadoop;
    }

    /**
     * Begins to open the connection, unless that has been done. Does not wait.
     *
     * @throws IllegalStateException if this is closed
     */
    void open() {
        var unused = opening();
    }

    private CompletableFuture<AsyncConnection> opening() {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the connection is closed");
            }
            CompletableFuture<AsyncConnection> last = opening;
            CompletableFuture<AsyncConnection> usable =
                    last == null || last.isCompletedExceptionally() ? builder.build() : last;
            opening = usable;
            return usable;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the connection. Waits only until it has been opened.
     *
     * @throws IOException one of HBase's, if it cannot be opened; the next call tries again
     * @throws IllegalStateException if this is closed
     */
    AsyncConnection connection() throws IOException {
        try {
            return opening().get();
        } catch (InterruptedException e) {
            throw Interruptions.asIoException("interrupted while connecting", e);
        } catch (ExecutionException e) {
            @Nullable Throwable cause = e.getCause();
            throw HBaseErrors.of(cause == null ? e : cause);
        }
    }

    /**
     * As {@link #connection}, for interfaces that have no {@code IOException}.
     *
     * @throws UncheckedIOException if it cannot be opened; the next call tries again
     */
    AsyncConnection await() {
        try {
            return connection();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void close() {
        @Nullable CompletableFuture<AsyncConnection> last;
        lock.lock();
        try {
            closed = true;
            last = opening;
        } finally {
            lock.unlock();
        }
        if (last == null) {
            return;
        }
        if (last.isDone() && !last.isCompletedExceptionally()) {
            last.join().close();
        } else {
            // Not close(), which waits: this may run on the registry's thread, for which close() would wait.
            var unused = last.thenCompose(connection -> connection.closeAsync(Duration.ZERO));
        }
    }
}
