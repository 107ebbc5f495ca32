package io.sluice.client.internal.net;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How connections are made and used.
 *
 * @param userName who the client says it is ({@code UserInformation.effective_user})
 * @param attributes connection attributes, seen by servers from 2.6 on
 * @param socket of the socket
 * @param limits of each connection
 * @param nonceGroup number of this client, under which servers remember the nonces of Increments and Appends
 * @param verifyCells whether all cells are parsed once more before they are sent ({@code sluice.client.verify.cells})
 */
public record ConnectionSettings(
        String userName,
        Map<String, byte[]> attributes,
        Socket socket,
        Limits limits,
        long nonceGroup,
        boolean verifyCells) {

    /** System property that turns {@link #verifyCells} on where no setting does. */
    public static final String VERIFY_PROPERTY = "sluice.verify.cells";

    /** Largest frame that servers accept by default, {@code hbase.ipc.max.request.size}. */
    public static final int DEFAULT_MAX_FRAME_BYTES = 256 << 20;

    /** Default settings for a user. */
    public static ConnectionSettings defaults(String userName, long nonceGroup) {
        return new ConnectionSettings(
                userName, Map.of(), Socket.DEFAULTS, Limits.DEFAULTS, nonceGroup, Boolean.getBoolean(VERIFY_PROPERTY));
    }

    /** These settings with other limits. */
    public ConnectionSettings withLimits(Limits other) {
        return new ConnectionSettings(userName, attributes, socket, other, nonceGroup, verifyCells);
    }

    /** These settings with another socket. */
    public ConnectionSettings withSocket(Socket other) {
        return new ConnectionSettings(userName, attributes, other, limits, nonceGroup, verifyCells);
    }

    /** These settings with or without the check of cells. */
    public ConnectionSettings withVerifyCells(boolean verify) {
        return new ConnectionSettings(userName, attributes, socket, limits, nonceGroup, verify);
    }

    /**
     * Settings of the socket.
     *
     * @param connectTimeoutNanos until the TCP connection stands, the look-up of the host name included; 10 s
     *     ({@code hbase.ipc.client.socket.timeout.connect})
     * @param tcpNoDelay {@code hbase.ipc.client.tcpnodelay}, true
     * @param keepAlive {@code hbase.ipc.client.tcpkeepalive}, true
     * @param lowWaterMarkBytes once this little is unsent, calls that wait are encoded again; 1 MiB
     * @param highWaterMarkBytes from this much unsent on, calls wait without being encoded; 4 MiB
     */
    public record Socket(
            long connectTimeoutNanos,
            boolean tcpNoDelay,
            boolean keepAlive,
            int lowWaterMarkBytes,
            int highWaterMarkBytes) {

        public static final Socket DEFAULTS = new Socket(TimeUnit.SECONDS.toNanos(10), true, true, 1 << 20, 4 << 20);

        public Socket {
            if (connectTimeoutNanos <= 0) {
                throw new IllegalArgumentException("connect timeout of " + connectTimeoutNanos + " ns is not positive");
            }
            if (lowWaterMarkBytes < 0 || highWaterMarkBytes < lowWaterMarkBytes) {
                throw new IllegalArgumentException(
                        "water marks " + lowWaterMarkBytes + " and " + highWaterMarkBytes + " are not in order");
            }
        }
    }

    /**
     * Limits of each connection.
     *
     * @param maxFrameBytes largest request to send and largest answer to accept; 256 MiB
     * @param maxCallsInFlight calls without an answer; further ones wait without being encoded; 16
     * @param idleCloseNanos a connection that was not used for this long is closed; 120 s, 0 for never
     *     ({@code hbase.ipc.client.connection.minIdleTimeBeforeClose})
     */
    public record Limits(int maxFrameBytes, int maxCallsInFlight, long idleCloseNanos) {

        public static final Limits DEFAULTS = new Limits(DEFAULT_MAX_FRAME_BYTES, 16, TimeUnit.SECONDS.toNanos(120));

        public Limits {
            if (maxFrameBytes < 1 || maxCallsInFlight < 1 || idleCloseNanos < 0) {
                throw new IllegalArgumentException("limits out of range: frame of " + maxFrameBytes + " bytes, "
                        + maxCallsInFlight + " calls in flight, idle close after " + idleCloseNanos + " ns");
            }
        }
    }
}
