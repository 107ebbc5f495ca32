package io.sluice.client.internal;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.sluice.Configuration;
import io.sluice.client.ConnectionPoolSettings;
import io.sluice.client.CredentialsProvider;
import io.sluice.client.Registry;
import io.sluice.client.TlsConfig;
import io.sluice.client.Tracing;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link io.sluice.client.AsyncConnections.Builder}.
 *
 * @param configuration the connection's own copy
 * @param attributes never changed
 * @param tls null to use the configuration's
 * @param network the caller's network threads; null for the connection's own
 */
public record ConnectionOptions(
        Configuration configuration,
        Registry registry,
        long bufferBudgetBytes,
        double regionShare,
        int blockBytes,
        ConnectionPoolSettings pool,
        CredentialsProvider credentials,
        Map<String, byte[]> attributes,
        @Nullable TlsConfig tls,
        @Nullable NetworkGroup network,
        @Nullable Tracing tracing) {

    /**
     * Network threads that belong to the caller.
     *
     * @param channelType the type of socket that fits the group
     */
    public record NetworkGroup(EventLoopGroup group, Class<? extends SocketChannel> channelType) {}
}
