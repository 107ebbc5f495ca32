package io.sluice.client.internal.net;

import io.sluice.ServerName;
import io.sluice.client.internal.security.ChannelSecurity;
import io.sluice.client.internal.security.SecuritySettings;
import io.sluice.client.internal.wire.ConnectionHeader;
import io.sluice.internal.metrics.ClientNumbers;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Settings and connectors for tests, as a client has them unless a test says otherwise. */
final class TestConnections {
    static final ConnectionSettings USUAL = maxFrameBytes(256 << 20);

    private TestConnections() {}

    static ConnectionSettings maxFrameBytes(int maxFrameBytes) {
        return new ConnectionSettings(
                TimeUnit.SECONDS.toNanos(10),
                true,
                true,
                1 << 20,
                4 << 20,
                maxFrameBytes,
                1,
                Boolean.getBoolean("sluice.verify.cells"),
                Map.of());
    }

    /** Calls wait from 128 KiB on that are not sent. */
    static ConnectionSettings smallBuffer() {
        return new ConnectionSettings(
                TimeUnit.SECONDS.toNanos(10), true, true, 64 << 10, 128 << 10, 64 << 20, 1, false, Map.of());
    }

    static ConnectionSettings connectTimeout(long nanos) {
        return new ConnectionSettings(nanos, true, true, 1 << 20, 4 << 20, 1 << 20, 1, false, Map.of());
    }

    static ConnectionSettings verifyingCells() {
        return new ConnectionSettings(
                TimeUnit.SECONDS.toNanos(10), true, true, 1 << 20, 4 << 20, 1 << 20, 1, true, Map.of());
    }

    static ServerName at(String host, int port) {
        return ServerName.valueOf(host, port, ServerName.NON_STARTCODE);
    }

    /** Without security. */
    static NettyConnector connector(EventLoops loops, ConnectionSettings settings) {
        return connector(loops, settings, unsecured());
    }

    static NettyConnector connector(EventLoops loops, ConnectionSettings settings, ChannelSecurity security) {
        return new NettyConnector(loops, settings, security, new ClientNumbers());
    }

    /** Without security. */
    static NettyConnector connector(EventLoops loops, ConnectionSettings settings, NettyConnector.NameService names) {
        return new NettyConnector(loops, settings, unsecured(), new ClientNumbers(), names);
    }

    private static ChannelSecurity unsecured() {
        ConnectionHeader.User user = new ConnectionHeader.User("tester", null);
        return new ChannelSecurity(new SecuritySettings(user, null, null, Integer.MAX_VALUE));
    }
}
