package io.sluice.client.internal.meta;

import io.sluice.client.internal.net.RpcAnswer;
import io.sluice.client.internal.net.RpcConnection;
import io.sluice.client.internal.net.RpcRequest;
import java.util.concurrent.CompletableFuture;

/** One attempt of a question to {@code hbase:meta}. */
@FunctionalInterface
interface MetaOperation<T> {

    /** Asks the server of {@code hbase:meta}; called again for another attempt. */
    CompletableFuture<T> ask(Calls calls);

    /** Calls the server of {@code hbase:meta} within the time that is left. */
    @FunctionalInterface
    interface Calls {
        /** See {@link RpcConnection#call}. */
        CompletableFuture<RpcAnswer> call(String method, byte[] param);
    }

    /**
     * The calls of one attempt.
     *
     * @param remaining how long a call may take at the moment
     */
    static Calls on(RpcConnection connection, java.util.function.LongSupplier remaining) {
        return (method, param) ->
                connection.call(new RpcRequest(method, param, RpcRequest.NO_PRIORITY, remaining.getAsLong()));
    }
}
