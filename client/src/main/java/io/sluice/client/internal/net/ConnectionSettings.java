package io.sluice.client.internal.net;

import java.util.Map;

/**
 * How connections are made and used.
 *
 * @param connectTimeoutNanos until the TCP connection stands, the look-up of the host name included
 *     ({@code hbase.ipc.client.socket.timeout.connect})
 * @param tcpNoDelay {@code hbase.ipc.client.tcpnodelay}
 * @param keepAlive {@code hbase.ipc.client.tcpkeepalive}
 * @param lowWaterMarkBytes once this little is unsent, calls that wait are encoded again
 * @param highWaterMarkBytes from this much unsent on, calls wait without being encoded
 * @param maxFrameBytes largest request to send and largest answer to accept ({@code hbase.ipc.max.request.size})
 * @param nonceGroup number of this client, under which servers remember the nonces of Increments and Appends
 * @param verifyCells whether all cells are parsed once more before they are sent ({@code sluice.client.verify.cells})
 * @param attributes sent in the header of each connection; neither the map nor its arrays are changed
 */
public record ConnectionSettings(
        long connectTimeoutNanos,
        boolean tcpNoDelay,
        boolean keepAlive,
        int lowWaterMarkBytes,
        int highWaterMarkBytes,
        int maxFrameBytes,
        long nonceGroup,
        boolean verifyCells,
        Map<String, byte[]> attributes) {}
