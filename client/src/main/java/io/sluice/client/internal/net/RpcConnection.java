package io.sluice.client.internal.net;

import io.sluice.ServerName;
import io.sluice.internal.pool.PooledConnection;
import java.util.concurrent.CompletableFuture;

/** A connection on which any method of its service can be called. Safe for use by many threads. */
public interface RpcConnection extends PooledConnection {

    /**
     * Sends a request.
     *
     * @param method name of the method, {@code RequestHeader.method_name}
     * @param param the request message, empty for one without fields; belongs to the connection from now on
     * @param timeoutNanos how long the answer may take
     * @return completed once, on the connection's event loop. Fails with an {@link java.io.IOException}: the server's
     *     exception (see {@code RemoteErrors}), {@code CallTimeoutException}, or what ended the connection
     */
    CompletableFuture<Answer> call(String method, byte[] param, long timeoutNanos);

    /** Opens a connection to a server. */
    @FunctionalInterface
    interface Connector {
        /**
         * @return a connection that is ready for calls. Fails with an {@link java.io.IOException} that names the server and
         *     the address tried, within the connect timeout
         */
        CompletableFuture<? extends RpcConnection> open(ServerName server);
    }

    /**
     * Asks on a connection of its own, which is closed after the answer: for questions that are rare.
     *
     * @param decoder reads the result message
     */
    static <T> CompletableFuture<T> ask(
            CompletableFuture<? extends RpcConnection> opening,
            String method,
            byte[] param,
            long timeoutNanos,
            Decoder<byte[], T> decoder) {
        return opening.thenCompose(connection -> connection.call(method, param, timeoutNanos))
                .whenComplete((answer, error) -> {
                    // Whatever happened, also an Error in the call: nothing else closes the connection.
                    var unused = opening.thenAccept(RpcConnection::close);
                })
                .thenCompose(Decoder.step(answer -> decoder.decode(answer.message())));
    }

    /**
     * What a server answered.
     *
     * @param message the result message, empty for one without fields; belongs to the receiver
     * @param cells the block of cells behind it in {@code KeyValueCodec} form, empty when there is none; belongs to the
     *     receiver
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
    record Answer(byte[] message, byte[] cells) {}
}
