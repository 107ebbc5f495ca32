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

/** The way to an {@link AsyncConnection}. */
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
         * What part of the budget one region, or one server, may hold on its way: mutations for one that holds more meet the
         * {@code Backpressure} of their mutator, those for others do not. So may the rows of a table that cannot be
         * located. What is still in a buffer comes on top. Default {@code sluice.client.region.share}, 0.25.
         *
         * @param fraction above 0; 1 for no shares
         * @throws IllegalArgumentException if it is not above 0 and at most 1
         */
        public Builder regionShare(double fraction) {
            regionShare = checkedShare(fraction);
            return this;
        }

        /**
         * Bytes of a block of the write buffers. Default {@code sluice.client.block.size}, 64 KiB; a larger mutation gets a
         * block of its own. Where the budget has no room for sixteen blocks with their columns, blocks are smaller.
         *
         * @throws IllegalArgumentException if less than 1 KiB or more than 64 MiB
         */
        public Builder blockSize(int bytes) {
            blockSize = checkedBlockSize(bytes);
            return this;
        }

        /**
         * How many connections to each server there are; default {@link ConnectionPoolSettings#defaults}. What these settings
         * leave open is as the configuration says.
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
         * What the program tells of itself to every server, once for each connection: a coprocessor of HBase 2.6 and later
         * sees it with each call ({@code RpcCall.getConnectionAttributes}); earlier servers ignore it. Default none.
         *
         * @param attributes values by name, in all less than {@code hbase.ipc.max.request.size}, 256 MiB, which
         *     {@link #build()} checks; the map and its arrays are copied. They replace those of an earlier call
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
         * Encryption of the connections to HBase's servers. Default: as {@code hbase.client.netty.tls.enabled} and the
         * keys beside it say, off.
         */
        public Builder tls(TlsConfig config) {
            tls = Objects.requireNonNull(config, "config");
            return this;
        }

        /**
         * The network threads. Default: a group of the connection's own, epoll where it works, closed with the connection.
         *
         * @param group runs them; stays the caller's to shut down, after the connection
         * @param channelType the type of socket that fits the group, such as {@code NioSocketChannel}
         */
        public Builder eventLoopGroup(EventLoopGroup group, Class<? extends SocketChannel> channelType) {
            network = new ConnectionOptions.NetworkGroup(
                    Objects.requireNonNull(group, "group"), Objects.requireNonNull(channelType, "channelType"));
            return this;
        }

        /** Has a tracing system follow the writes, such as {@link OpenTelemetryTracing}. Default: none. */
        public Builder tracing(Tracing by) {
            tracing = Objects.requireNonNull(by, "by");
            return this;
        }

        /**
         * Connects.
         *
         * @return completes when the cluster has told where {@code hbase:meta} is. Fails with
         *     {@link io.sluice.RegistryUnavailableException}, which names each address tried, when it did not within
         *     {@code hbase.ipc.client.socket.timeout.connect}, 10 s; never hangs. Fails with
         *     {@link io.sluice.AccessDeniedException} when the login fails. A program that does not want to wait so long may
         *     cancel it, or complete it with {@code orTimeout}: what opens later is closed
         * @throws IllegalArgumentException if the configuration has a value that cannot be used
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
            // Written so that it refuses NaN, too.
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
