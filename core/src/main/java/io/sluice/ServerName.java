package io.sluice;

import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One run of a server: host, port and start time, so that a restarted server is a different one. Immutable. Host names
 * are compared ignoring case.
 */
public final class ServerName implements Comparable<ServerName>, Serializable {

    /** Start code of a server if only host and port are known. */
    public static final int NON_STARTCODE = -1;

    static final int MAX_PORT = 65535;

    private static final char SEPARATOR = ',';

    private final String hostname;
    private final int port;
    private final long startCode;
    private final String serverName;

    private ServerName(String hostname, int port, long startCode) {
        this.hostname = hostname;
        this.port = port;
        this.startCode = startCode;
        this.serverName = hostname.toLowerCase(Locale.ROOT) + SEPARATOR + port + SEPARATOR + startCode;
    }

    /**
     * A server.
     *
     * @param hostname name or address; an IPv6 address may be in brackets
     * @param port 0..65535
     * @param startCode milliseconds since 1970 at its start, or {@link #NON_STARTCODE}
     * @throws IllegalArgumentException if the host is empty or the port out of range
     */
    public static ServerName valueOf(String hostname, int port, long startCode) {
        boolean bracketed = hostname.startsWith("[") && hostname.endsWith("]");
        String host = bracketed ? hostname.substring(1, hostname.length() - 1) : hostname;
        if (host.isEmpty()) {
            throw new IllegalArgumentException("host name must not be empty");
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "port " + port + " of " + Excerpt.of(host) + " is not in 0.." + MAX_PORT);
        }
        return new ServerName(host, port, startCode);
    }

    /**
     * Reads {@code host,port,startcode}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static ServerName valueOf(String serverName) {
        int first = serverName.indexOf(SEPARATOR);
        int last = serverName.lastIndexOf(SEPARATOR);
        if (first < 0 || first == last) {
            throw new IllegalArgumentException("not of the form host,port,startcode: " + Excerpt.of(serverName));
        }
        int port;
        long startCode;
        try {
            port = Integer.parseInt(serverName.substring(first + 1, last));
            startCode = Long.parseLong(serverName.substring(last + 1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not of the form host,port,startcode: " + Excerpt.of(serverName), e);
        }
        return valueOf(serverName.substring(0, first), port, startCode);
    }

    /** The host as given. */
    public String getHostname() {
        return hostname;
    }

    /** The port. */
    public int getPort() {
        return port;
    }

    /** When the server started, in milliseconds since 1970; {@link #NON_STARTCODE} if unknown. */
    public long getStartcode() {
        return startCode;
    }

    /** {@code host,port,startcode}, the host in lower case. */
    public String getServerName() {
        return serverName;
    }

    /** {@code host:port}; an IPv6 address in brackets. */
    public String getHostAndPort() {
        return (hostname.indexOf(':') < 0 ? hostname : "[" + hostname + "]") + ":" + port;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof ServerName that && serverName.equals(that.serverName));
    }

    @Override
    public int hashCode() {
        return serverName.hashCode();
    }

    /** Orders by host without regard to case, port, start code. */
    @Override
    public int compareTo(ServerName other) {
        int order = hostname.toLowerCase(Locale.ROOT).compareTo(other.hostname.toLowerCase(Locale.ROOT));
        if (order == 0) {
            order = Integer.compare(port, other.port);
        }
        return order != 0 ? order : Long.compare(startCode, other.startCode);
    }

    /** The same as {@link #getServerName}. */
    @Override
    public String toString() {
        return serverName;
    }
}
