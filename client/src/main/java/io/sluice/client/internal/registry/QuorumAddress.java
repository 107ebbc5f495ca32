package io.sluice.client.internal.registry;

import io.sluice.ServerName;
import java.util.ArrayList;
import java.util.List;

/** Reads lists of {@code host:port} from configuration values. */
final class QuorumAddress {
    private static final int MAX_PORT = 65_535;

    private QuorumAddress() {}

    /**
     * Reads {@code host[:port],host[:port],...}; an IPv6 address with a port stands in brackets.
     *
     * @param key where the text is from, for messages
     * @param defaultPort for entries without one; 0 if they must have one
     * @return at least one server, without start code
     * @throws IllegalArgumentException if the text has another form; names the key and the entry
     */
    static List<ServerName> parseList(String key, String text, int defaultPort) {
        List<ServerName> servers = new ArrayList<>();
        for (String entry : text.split(",", -1)) {
            if (!entry.isBlank()) {
                servers.add(parse(key, entry.trim(), defaultPort));
            }
        }
        if (servers.isEmpty()) {
            throw new IllegalArgumentException(key + " names no server: '" + text + "'");
        }
        return List.copyOf(servers);
    }

    private static ServerName parse(String key, String entry, int defaultPort) {
        int portStart = portStart(entry);
        String host = portStart < 0 ? entry : entry.substring(0, portStart - 1);
        if (host.isEmpty() || host.contains("/") || host.contains(" ")) {
            throw malformed(key, entry, "the host name is malformed");
        }
        if (portStart < 0 && defaultPort == 0) {
            throw malformed(key, entry, "the port is missing");
        }
        int port = portStart < 0 ? defaultPort : port(key, entry, entry.substring(portStart));
        return ServerName.valueOf(host, port, ServerName.NON_STARTCODE);
    }

    /** Where the port begins, or -1. A text with several colons and no bracket is an IPv6 address without a port. */
    private static int portStart(String entry) {
        int colon = entry.lastIndexOf(':');
        boolean isBareIpv6 = entry.indexOf(':') != colon && !entry.startsWith("[");
        return colon < 0 || isBareIpv6 || entry.endsWith("]") ? -1 : colon + 1;
    }

    private static int port(String key, String entry, String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw malformed(key, entry, "the port is not a number from 1 to " + MAX_PORT);
    }

    private static IllegalArgumentException malformed(String key, String entry, String what) {
        return new IllegalArgumentException(key + ": '" + entry + "' is not host:port, " + what);
    }
}
