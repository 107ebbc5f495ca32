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
 * What a connection is made with.
 *
 * @param configuration the connection's own copy
 * @param registry where the cluster is found
 * @param bufferBudgetBytes what all mutators may hold
 * @param regionShare what part of it one region or server may hold
 * @param blockBytes capacity of a block
 * @param pool of each server
 * @param credentials how the client authenticates
 * @param attributes sent in the header of each connection; not changed any more
 * @param tls encryption over what the configuration says, or null to go by that
 * @param network the caller's network threads, or null for the connection's own
 * @param tracing traces the writes, or null
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
     * @param group runs them
     * @param channelType the type of socket that fits the group
     */
    public record NetworkGroup(EventLoopGroup group, Class<? extends SocketChannel> channelType) {}
}
