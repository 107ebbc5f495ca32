package io.sluice.client.internal.security;

import java.net.InetAddress;

/**
 * The other end of a connection.
 *
 * @param host its name, as the cluster or the configuration tells it
 * @param port its port
 * @param address what the name was looked up as
 * @param serviceName the service that is asked for, such as {@code ClientService}
 */
public record Peer(String host, int port, InetAddress address, String serviceName) {

    /** {@code host:port}, for messages. */
    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
