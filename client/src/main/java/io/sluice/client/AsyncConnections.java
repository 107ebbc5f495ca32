package io.sluice.client;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.sluice.Configuration;
import io.sluice.client.internal.AsyncConnectionImpl;
import io.sluice.client.internal.ConnectionOptions;
import io.sluice.internal.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Builds an {@link AsyncConnection}. */
public final class AsyncConnections {
    private AsyncConnections() {}

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Settings of a connection. Not safe for use by several threads at once. */
    public static final class Builder {
        private @Nullable Configuration configuration;
        private Registry registry = Registry.auto();
        private @Nullable Long bufferBudget;
        private @Nullable Double regionShare;
        private @Nullable Integer blockSize;
        private ConnectionPoolSettings pool = ConnectionPoolSettings.defaults();
        private CredentialsProvider credentials = CredentialsProvider.fromConfiguration();
        private Map<String, byte[]> connectionAttributes = Map.of();
        private @Nullable TlsConfig tls;
        private ConnectionOptions.@Nullable NetworkGroup network;
        private @Nullable Tracing tracing;

        private Builder() {}

        /** The cluster's settings; default {@link HBaseConfiguration#create()}. A copy is taken in {@link #build()}. */
        public Builder configuration(Configuration conf) {
            configuration = Objects.requireNonNull(conf, "conf");
            return this;
        }

        /** Where the cluster is found; default {@link Registry#auto()}. */
        public Builder registry(Registry where) {
            registry = Objects.requireNonNull(where, "where");
            return this;
        }

        /**
         * Bytes that all mutators of the connection may hold from {@code mutate} until the mutation has settled. Default
         * {@code sluice.client.buffer.budget}; where that is not set, 64 MiB, or a quarter of the largest heap if that is
         * less.
         *
         * @throws IllegalArgumentException if not positive
         */
        public Builder bufferBudget(long bytes) {
            bufferBudget = checkedBudget(bytes);
            return this;
        }

        /**
         * The part of the budget that mutations on their way to one region, or one server, may hold. If they hold more, further
         * mutations for it meet the {@code Backpressure} of their mutator; those for others do not. The same holds for rows of
         * a table that cannot be located. Mutations in buffers do not count. Default {@code sluice.client.region.share}, 0.25.
         *
         * @param fraction above 0; 1 for no shares
         * @throws IllegalArgumentException if it is not above 0 and at most 1
         */
        public Builder regionShare(double fraction) {
            regionShare = checkedShare(fraction);
            return this;
        }

        /**
         * Bytes of a block of the write buffers. Default {@code sluice.client.block.size}, 64 KiB; a larger mutation gets its
         * own block. If the budget has no room for sixteen blocks with their columns, blocks are smaller.
         *
         * @throws IllegalArgumentException if less than 1 KiB or more than 64 MiB
         */
        public Builder blockSize(int bytes) {
            blockSize = checkedBlockSize(bytes);
            return this;
        }

        /**
         * The connections to each server; default {@link ConnectionPoolSettings#defaults}. Settings that were not made come from
         * the configuration.
         */
        public Builder pool(ConnectionPoolSettings settings) {
            pool = Objects.requireNonNull(settings, "settings");
            return this;
        }

        /** How the client authenticates; default {@link CredentialsProvider#fromConfiguration()}. */
        public Builder credentials(CredentialsProvider provider) {
            credentials = Objects.requireNonNull(provider, "provider");
            return this;
        }

        /**
         * Attributes that each connection sends to its server once. Coprocessors of HBase 2.6 and later see them with each call
         * ({@code RpcCall.getConnectionAttributes}); earlier servers ignore them. Default none.
         *
         * @param attributes values by name, in all less than {@code hbase.ipc.max.request.size}, 256 MiB, which
         *     {@link #build()} checks; copied. They replace those of an earlier call
         */
        public Builder connectionAttributes(Map<String, byte[]> attributes) {
            Map<String, byte[]> copy = new LinkedHashMap<>();
            attributes.forEach((name, value) -> copy.put(
                    Objects.requireNonNull(name, "the name of a connection attribute is null"),
                    Objects.requireNonNull(value, () -> "connection attribute '" + name + "' is null")
                            .clone()));
            connectionAttributes = copy;
            return this;
        }

        /**
         * Encryption of the connections to HBase's servers. Default {@code hbase.client.netty.tls.enabled} and the keys beside
         * it, off.
         */
        public Builder tls(TlsConfig config) {
            tls = Objects.requireNonNull(config, "config");
            return this;
        }

        /**
         * The network threads. By default the connection has its own group, with epoll if available, and closes it.
         *
         * @param group to be shut down by the caller, after the connection is closed
         * @param channelType the type of socket that fits the group, such as {@code NioSocketChannel}
         */
        public Builder eventLoopGroup(EventLoopGroup group, Class<? extends SocketChannel> channelType) {
            network = new ConnectionOptions.NetworkGroup(
                    Objects.requireNonNull(group, "group"), Objects.requireNonNull(channelType, "channelType"));
            return this;
        }

        /** A tracing system for the writes, such as {@link OpenTelemetryTracing}. Default: none. */
        public Builder tracing(Tracing by) {
            tracing = Objects.requireNonNull(by, "by");
            return this;
        }

        /**
         * Finds the cluster. Then connects, in the background, to the server of {@code hbase:meta}, which the first look-up of a
         * region asks.
         *
         * @return completes when the cluster has answered where {@code hbase:meta} is. Fails with
         *     {@link io.sluice.RegistryUnavailableException}, which names each address tried, if there is no answer within
         *     {@code hbase.ipc.client.socket.timeout.connect}, 10 s; never hangs. Fails with
         *     {@link io.sluice.AccessDeniedException} if the login fails. A program that does not want to wait so long may
         *     cancel it, or complete it with {@code orTimeout}: a connection that opens later is closed
         * @throws IllegalArgumentException if the configuration has an invalid value
         */
        public CompletableFuture<AsyncConnection> build() {
            Configuration conf = configuration == null ? HBaseConfiguration.create() : new Configuration(configuration);
            long budget =
                    bufferBudget == null ? Settings.BUFFER_BUDGET.read(conf, Builder::checkedBudget) : bufferBudget;
            double share = regionShare == null ? Settings.REGION_SHARE.read(conf, Builder::checkedShare) : regionShare;
            int block = blockSize == null ? Settings.BLOCK_SIZE.read(conf, Builder::checkedBlockSize) : blockSize;
            return AsyncConnectionImpl.open(new ConnectionOptions(
                    conf,
                    registry,
                    budget,
                    share,
                    block,
                    pool.over(conf),
                    credentials,
                    connectionAttributes,
                    tls,
                    network,
                    tracing));
        }

        private static long checkedBudget(long bytes) {
            if (bytes <= 0) {
                throw new IllegalArgumentException("bufferBudget must be positive, not " + bytes);
            }
            return bytes;
        }

        private static double checkedShare(double fraction) {
            // In this form it also refuses NaN.
            if (!(fraction > 0 && fraction <= 1)) {
                throw new IllegalArgumentException("regionShare must be above 0 and at most 1, not " + fraction);
            }
            return fraction;
        }

        private static int checkedBlockSize(int bytes) {
            if (bytes < 1 << 10 || bytes > 64 << 20) {
                throw new IllegalArgumentException("blockSize " + bytes + " is not between 1024 and 67108864");
            }
            return bytes;
        }
    }
}
