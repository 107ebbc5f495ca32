package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.MultiResponseParser;
import io.sluice.client.internal.wire.RequestEncoder;
import io.sluice.client.internal.wire.ResponseFrame;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.time.Timer.Cancellable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call from its beginning to its one outcome. Made and perhaps encoded by a caller; everything else happens on the
 * event loop of its connection, so answer, timeout and loss of the connection cannot meet: the first to come sets
 * {@link #done}.
 */
abstract sealed class Call {
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final long startNanos;
    private final long timeoutNanos;

    // The event loop's alone from here on. The id is set by the encoding thread before it hands the call over.
    int id;
    /** Whether the request was handed to the socket, so that the server may have it. */
    boolean written;

    long writtenNanos;
    boolean done;
    /** Whether it was let live beyond its time once, since answers could not be read in time. */
    boolean reprieved;

    @Nullable Cancellable timer;

    Call(long timeoutNanos) {
        this.startNanos = System.nanoTime();
        this.timeoutNanos = timeoutNanos;
    }

    final long timeoutNanos() {
        return timeoutNanos;
    }

    /** Nanoseconds until it is too late, 0 or less afterwards. */
    final long remainingNanos() {
        return timeoutNanos - (System.nanoTime() - startNanos);
    }

    /**
     * Encodes the request.
     *
     * @throws RequestTooBigException if it is larger than a server would take
     * @throws IllegalStateException if it must not be sent
     */
    final ByteBuf encode(RequestEncoder encoder, int callId, ByteBufAllocator allocator) throws RequestTooBigException {
        id = callId;
        long millis = Math.max(1, Math.min(Integer.MAX_VALUE, remainingNanos() / NANOS_PER_MILLI));
        return encode(encoder, callId, (int) millis, allocator);
    }

    abstract ByteBuf encode(RequestEncoder encoder, int callId, int timeoutMillis, ByteBufAllocator allocator)
            throws RequestTooBigException;

    /** Takes an answer that is not an error. Throws, without having told anybody, if it cannot be understood. */
    abstract Runnable answered(ResponseFrame answer, MultiResponseParser parser) throws MalformedMessageException;

    /** Tells of a failure. */
    abstract void failed(Throwable error, ErrorMeaning meaning);

    /** Name of the method, for messages. */
    abstract String method();

    /** What it carries, for messages. */
    abstract String content();

    /** A {@code Multi}: mutations of one batch. */
    static final class Multi extends Call {
        private final ServerBatch batch;
        private final BatchSender.Answer answer;

        Multi(ServerBatch batch, long timeoutNanos, BatchSender.Answer answer) {
            super(timeoutNanos);
            this.batch = batch;
            this.answer = answer;
        }

        @Override
        ByteBuf encode(RequestEncoder encoder, int callId, int timeoutMillis, ByteBufAllocator allocator)
                throws RequestTooBigException {
            if (!batch.batch().tryRetain()) {
                throw new IllegalStateException("the mutations have been given up");
            }
            try {
                return encoder.encode(batch, callId, timeoutMillis, allocator);
            } finally {
                batch.batch().release();
            }
        }

        @Override
        Runnable answered(ResponseFrame frame, MultiResponseParser parser) throws MalformedMessageException {
            ServerBatchResult result = parser.parse(frame.messageReader(), batch);
            return () -> answer.complete(result);
        }

        @Override
        void failed(Throwable error, ErrorMeaning meaning) {
            answer.complete(ServerBatchResult.failed(error, meaning));
        }

        @Override
        String method() {
            return "multi";
        }

        @Override
        String content() {
            return batch.mutationCount() + " mutations, " + Amounts.bytes(batch.bytes());
        }
    }

    /** A call of any method with small messages. */
    static final class Method extends Call {
        private final String method;
        private final byte[] param;
        final CompletableFuture<RpcConnection.Answer> future = new CompletableFuture<>();

        Method(String method, byte[] param, long timeoutNanos) {
            super(timeoutNanos);
            this.method = method;
            this.param = param;
        }

        @Override
        ByteBuf encode(RequestEncoder encoder, int callId, int timeoutMillis, ByteBufAllocator allocator) {
            return RequestEncoder.encode(method, param, callId, timeoutMillis, allocator);
        }

        @Override
        Runnable answered(ResponseFrame frame, MultiResponseParser parser) {
            RpcConnection.Answer answer = new RpcConnection.Answer(frame.message(), frame.cells());
            return () -> future.complete(answer);
        }

        @Override
        void failed(Throwable error, ErrorMeaning meaning) {
            future.completeExceptionally(error);
        }

        @Override
        String method() {
            return method;
        }

        @Override
        String content() {
            return Amounts.bytes(param.length);
        }
    }
}
