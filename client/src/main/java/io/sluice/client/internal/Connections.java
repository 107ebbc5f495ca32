package io.sluice.client.internal;

import io.sluice.Configuration;
import io.sluice.RegistryUnavailableException;
import io.sluice.client.AsyncConnection;
import io.sluice.client.Registry;
import io.sluice.internal.retry.Completions;
import io.sluice.internal.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Opens connections. */
public final class Connections {
    /** The registries have deadlines of their own and better errors; this one is for what they might forget. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private Connections() {}

    /**
     * Makes a connection and waits, without blocking, until its cluster has answered.
     *
     * @return fails as {@link io.sluice.client.AsyncConnections.Builder#build()} says; nothing is left open then
     */
    public static CompletableFuture<AsyncConnection> open(ConnectionOptions options) {
        Configuration conf = options.configuration();
        configureRegistry(conf, options.registry());
        AsyncConnectionImpl connection = new AsyncConnectionImpl(options);
        CompletableFuture<AsyncConnection> opened = new CompletableFuture<>();
        AtomicBoolean decided = new AtomicBoolean();
        long limitNanos = ConnectionKeys.connectTimeoutNanos(conf) + GRACE_NANOS;
        Timer.Cancellable deadline = connection
                .timer()
                .deadline(
                        () -> {
                            if (decided.compareAndSet(false, true)) {
                                fail(connection, opened, timeout(connection, limitNanos));
                            }
                        },
                        limitNanos);
        var unused = connection
                .security()
                .prepare()
                .thenCompose(ready -> connection.registry().metaLocation())
                .whenComplete((server, error) -> {
                    if (!decided.compareAndSet(false, true)) {
                        return;
                    }
                    deadline.cancel();
                    if (error == null) {
                        opened.complete(connection);
                    } else {
                        fail(connection, opened, Completions.cause(error));
                    }
                });
        return opened;
    }

    /** What the builder says goes over what the files say. */
    private static void configureRegistry(Configuration conf, Registry registry) {
        if (registry instanceof Registry.Rpc rpc) {
            conf.set("hbase.client.registry.impl", "RpcConnectionRegistry");
            conf.set("hbase.client.bootstrap.servers", rpc.bootstrapServers());
        } else if (registry instanceof Registry.ZooKeeper zooKeeper) {
            conf.set("hbase.client.registry.impl", "ZKConnectionRegistry");
            conf.unset("hbase.client.zookeeper.quorum");
            conf.set("hbase.zookeeper.quorum", zooKeeper.quorum());
            conf.set("zookeeper.znode.parent", zooKeeper.znodeParent());
        }
    }

    /** The caller hears of it when everything is closed, so that it may try again or exit. */
    private static void fail(
            AsyncConnectionImpl connection, CompletableFuture<AsyncConnection> opened, Throwable error) {
        var unused = connection.shutdown().whenComplete((done, e) -> opened.completeExceptionally(error));
    }

    private static RegistryUnavailableException timeout(AsyncConnectionImpl connection, long limitNanos) {
        return new RegistryUnavailableException("No cluster found in " + TimeUnit.NANOSECONDS.toMillis(limitNanos)
                + " ms by " + connection.registry().describe());
    }
}
