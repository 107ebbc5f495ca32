package io.sluice.client.internal.security;

import io.sluice.ServerName;
import java.net.InetAddress;

/**
 * The other end of a connection.
 *
 * @param server with the name that the cluster or the configuration has for it
 * @param address the address that the name resolved to
 * @param serviceName the requested service, such as {@code ClientService}
 */
public record Peer(ServerName server, InetAddress address, String serviceName) {

    /** {@code host:port}, for messages. */
    @Override
    public String toString() {
        return server.getHostAndPort();
    }
}
