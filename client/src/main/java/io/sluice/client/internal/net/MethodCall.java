package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.client.internal.wire.RequestFrame;
import io.sluice.client.internal.wire.ResponseFrame;
import io.sluice.internal.retry.ErrorMeaning;
import java.util.concurrent.CompletableFuture;

/** A call of any method with small messages. */
final class MethodCall extends Call {
    private final RpcRequest request;
    private final CompletableFuture<RpcAnswer> future = new CompletableFuture<>();

    MethodCall(RpcRequest request) {
        super(request.timeoutNanos());
        this.request = request;
    }

    CompletableFuture<RpcAnswer> future() {
        return future;
    }

    @Override
    ByteBuf encode(int callId, int timeoutMillis, ByteBufAllocator allocator) {
        return RequestFrame.encode(allocator, callId, timeoutMillis, request.method(), request.param());
    }

    @Override
    Runnable answered(ResponseFrame frame) {
        RpcAnswer answer = new RpcAnswer(frame.message(), frame.cells());
        return () -> future.complete(answer);
    }

    @Override
    void failed(Throwable error, ErrorMeaning meaning) {
        future.completeExceptionally(error);
    }

    @Override
    String method() {
        return request.method();
    }

    @Override
    String content() {
        return Amounts.bytes(request.param().length);
    }
}
