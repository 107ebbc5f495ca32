package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.ResponseFrame;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.time.Timer.Cancellable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call from its beginning to its one outcome. Made and perhaps encoded by a caller; everything else happens on the
 * event loop of its connection, so answer, timeout and loss of the connection cannot meet: the first to come sets
 * {@link #done}.
 */
abstract sealed class Call permits RegionServerConnection.MultiCall, RegionServerConnection.MethodCall {
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
    final ByteBuf encode(int callId, ByteBufAllocator allocator) throws RequestTooBigException {
        id = callId;
        long millis = Math.max(1, Math.min(Integer.MAX_VALUE, remainingNanos() / NANOS_PER_MILLI));
        return encode(callId, (int) millis, allocator);
    }

    abstract ByteBuf encode(int callId, int timeoutMillis, ByteBufAllocator allocator) throws RequestTooBigException;

    /** Takes an answer that is not an error. Throws, without having told anybody, if it cannot be understood. */
    abstract Runnable answered(ResponseFrame answer) throws MalformedMessageException;

    /** Tells of a failure. */
    abstract void failed(Throwable error, ErrorMeaning meaning);

    /** Name of the method, for messages. */
    abstract String method();

    /** What it carries, for messages. */
    abstract String content();
}
