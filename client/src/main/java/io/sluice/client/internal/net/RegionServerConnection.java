package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.sluice.CallTimeoutException;
import io.sluice.DoNotRetryIOException;
import io.sluice.HBaseIOException;
import io.sluice.RemoteException;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.security.TlsFailures;
import io.sluice.client.internal.wire.FrameDecoder;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.MultiResponseParser;
import io.sluice.client.internal.wire.RequestEncoder;
import io.sluice.client.internal.wire.ResponseFrame;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.metrics.ServerNumbers;
import io.sluice.internal.retry.ErrorMeaning;
import io.sluice.internal.time.Timer.Cancellable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One TCP connection to one service of a server, and its calls: those in flight, and those that wait, un-encoded and in order
 * of arrival, until the socket takes bytes. Any number of threads call; the server works on the calls of a connection at the
 * same time and answers in any order. How many are in flight is limited by the leases of the pool, not here.
 *
 * <p>A call is encoded by its caller while the socket takes bytes, so that several writers use several cores; otherwise it
 * waits un-encoded and the event loop encodes it when there is room. Calls wait only while the socket takes no bytes, and the
 * event that it does again sends them, so none is forgotten. All else happens on the event loop of the channel alone.
 *
 * <p>Every outcome is told once, on the event loop, and never inside the call of {@link #multi} or {@link #call}; from then on
 * nothing of a batch is read.
 */
public final class RegionServerConnection implements RpcConnection {
    private static final Logger LOG = LoggerFactory.getLogger(RegionServerConnection.class);

    /** Of a call that finds out whether the server answers; its caller has a timeout of its own. */
    private static final long HEALTH_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How long to keep reading after a write has failed: the server may have said why before it closed. */
    private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A timer that is this late means that the thread, or the whole process, was paused. */
    private static final long STOOD_STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long to read what arrived during the pause before timing out calls that it may answer. */
    private static final long READ_FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** The timeout of a call that was sent just before its deadline says nothing about the connection. */
    private static final long SHORTEST_SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    final Channel channel;
    private final String address;
    private final ServerNumbers numbers;
    private final RequestEncoder encoder;
    /** Used on the event loop only. */
    private final MultiResponseParser parser = new MultiResponseParser();

    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    /** Calls that were sent and have no outcome, by id. */
    private final IntObjectMap<Call> inFlight = new IntObjectHashMap<>();

    final AtomicInteger nextId = new AtomicInteger();
    private final Queue<Call> waiting = new ArrayDeque<>();
    /** Calls that wait or are on their way to: a caller that sees any goes behind them. */
    final AtomicInteger announced = new AtomicInteger();

    /** Bytes that callers have encoded and the event loop has not written: the channel does not count them yet. */
    private final AtomicLong encoded = new AtomicLong();

    private final int highWaterMark;

    private volatile boolean open = true;
    /** Why it is over, so that nothing that comes can be trusted or is waited for; null until then. */
    private @Nullable Throwable end;
    /** Whether the server ended it before the first answer and said why: it refused every call. */
    private boolean refused;

    /** Whether no more can be sent, so that the connection is about to end. */
    private boolean unwritable;
    /** Whether an answer has ever come; if not, the end of the connection has to do with its beginning. */
    private boolean answeredOnce;

    private long lastReadNanos = System.nanoTime();
    /** Since when bytes have come without completing an answer; valid while {@link #inAnswer}. */
    private long answerSinceNanos;

    private boolean inAnswer;

    /** Hears from now on what happens on the channel. To be called on its event loop. */
    RegionServerConnection(Channel channel, ConnectionSettings settings, ServerNumbers numbers) {
        this.channel = channel;
        this.numbers = numbers;
        address = numbers.address();
        encoder = new RequestEncoder(settings.nonceGroup(), settings.verifyCells(), settings.maxFrameBytes());
        highWaterMark = channel.config().getWriteBufferHighWaterMark();
        channel.pipeline()
                .addLast(new ByteCounter())
                .addLast(new FrameDecoder(settings.maxFrameBytes()))
                .addLast(new AnswerHandler());
        channel.closeFuture().addListener(ended -> closed.complete(null));
    }

    // ---- any thread ----

    /**
     * Sends a {@code Multi}.
     *
     * @param timeoutNanos how long the answer may take, waiting un-encoded included
     * @param answer told the outcome once, on the event loop
     */
    public void multi(ServerBatch batch, long timeoutNanos, BatchSender.Answer answer) {
        submit(new Call.Multi(batch, timeoutNanos, answer));
    }

    @Override
    public CompletableFuture<Answer> call(String method, byte[] param, long timeoutNanos) {
        Call.Method call = new Call.Method(method, param, timeoutNanos);
        submit(call);
        return call.future;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    /** Whether the socket takes no more bytes for now. */
    @Override
    public boolean isSaturated() {
        return !channel.isWritable();
    }

    /**
     * Sends a {@code Multi} without regions, which every region server answers; HBase has no method for it. On other
     * services the answer is an error, which is a sign of life, too.
     */
    @Override
    public CompletableFuture<Boolean> checkHealth() {
        return call("Multi", new byte[0], HEALTH_TIMEOUT_NANOS).handle((answer, error) -> isOpen());
    }

    @Override
    public CompletableFuture<Void> closed() {
        return closed;
    }

    @Override
    public void close() {
        EventLoops.execute(channel.eventLoop(), () -> end(new IOException("closed by this client")));
    }

    /** Sends a call. The call is told its outcome once, on the event loop and never inside this method. */
    private void submit(Call call) {
        if (!open || announced.get() > 0 || !channel.isWritable() || encoded.get() >= highWaterMark) {
            announced.getAndIncrement();
            EventLoops.execute(channel.eventLoop(), () -> enqueue(call));
            return;
        }
        ByteBuf frame;
        try {
            frame = call.encode(encoder, nextId(), channel.alloc());
        } catch (Throwable e) {
            // Whatever it is, the receiver of the answer is told.
            EventLoops.execute(channel.eventLoop(), () -> notEncoded(call, e));
            return;
        }
        encoded.addAndGet(frame.readableBytes());
        EventLoops.execute(channel.eventLoop(), () -> send(call, frame));
    }

    /** An id from 0 to 2^31-1, in turn; -1 means the connection itself and is never given. */
    int nextId() {
        return nextId.getAndIncrement() & Integer.MAX_VALUE;
    }

    @Override
    public String toString() {
        return address + (isOpen() ? "" : " (closed)");
    }

    // ---- event loop ----

    /** Takes a call that was announced. */
    private void enqueue(Call call) {
        if (!open) {
            announced.getAndDecrement();
            failWithConnection(call);
            return;
        }
        waiting.add(call);
        startTimer(call);
        drain();
    }

    /** Sends a call that its caller has encoded. */
    private void send(Call call, ByteBuf frame) {
        encoded.addAndGet(-frame.readableBytes());
        if (!open) {
            frame.release();
            failWithConnection(call);
        } else if (call.remainingNanos() <= 0) {
            frame.release();
            fail(call, timeout(call), false);
        } else if (inFlight.containsKey(call.id)) {
            // Only after 2^31 calls while an early one still waits.
            frame.release();
            encodeAndWrite(call);
            channel.flush();
        } else {
            startTimer(call);
            write(call, frame);
            channel.flush();
        }
    }

    /** Fails a call that could not be encoded. */
    private void notEncoded(Call call, Throwable error) {
        finish(call);
        fail(call, unsendable(call, error), false);
    }

    /** Sends waiting calls as far as the socket's buffer allows. */
    private void drain() {
        if (waiting.isEmpty()) {
            return;
        }
        try {
            while (!waiting.isEmpty() && open && channel.isWritable()) {
                Call call = waiting.remove();
                announced.getAndDecrement();
                encodeAndWrite(call);
            }
        } finally {
            // Also after an Error: only a flush makes the channel writable again, which is what calls this method.
            channel.flush();
        }
    }

    /** An id that no call in flight has. */
    int nextFreeId() {
        int id = nextId();
        while (inFlight.containsKey(id)) {
            id = nextId();
        }
        return id;
    }

    private void encodeAndWrite(Call call) {
        ByteBuf frame;
        try {
            frame = call.encode(encoder, nextFreeId(), channel.alloc());
        } catch (Throwable e) {
            notEncoded(call, e);
            return;
        }
        if (call.timer == null) {
            startTimer(call);
        }
        write(call, frame);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A failed write comes as exceptionCaught.
    private void write(Call call, ByteBuf frame) {
        inFlight.put(call.id, call);
        call.written = true;
        call.writtenNanos = System.nanoTime();
        numbers.sent(frame.readableBytes());
        channel.write(frame, channel.voidPromise());
    }

    private void startTimer(Call call) {
        call.timer = EventLoops.schedule(channel.eventLoop(), () -> expire(call), call.remainingNanos());
    }

    private void expire(Call call) {
        if (call.done) {
            return;
        }
        if (!call.reprieved && -call.remainingNanos() > STOOD_STILL_NANOS) {
            call.reprieved = true;
            call.timer = EventLoops.schedule(channel.eventLoop(), () -> expire(call), READ_FIRST_NANOS);
            return;
        }
        call.timer = null;
        CallTimeoutException error = timeout(call);
        String complaint = call.written ? complaint(call.writtenNanos) : null;
        if (call.written) {
            inFlight.remove(call.id);
        } else {
            waiting.remove(call);
            announced.getAndDecrement();
        }
        finish(call);
        if (complaint != null) {
            end(new IOException(complaint + " from " + address + " since a call that has timed out"));
        }
        fail(call, error, call.written);
    }

    /** Why the connection is considered dead after a call that was written then has timed out, or null if it is not. */
    private @Nullable String complaint(long writtenNanos) {
        if (lastReadNanos - writtenNanos < 0 && System.nanoTime() - writtenNanos >= SHORTEST_SILENCE_NANOS) {
            // The other side may have vanished without closing the connection.
            return "no byte";
        }
        // All that came since then belongs to one answer that has not ended: later answers cannot get past it.
        return inAnswer && answerSinceNanos - writtenNanos < 0 ? "no end of an answer" : null;
    }

    /** Takes an answer; the frame stays the caller's. */
    private void answer(ByteBuf frame) throws MalformedMessageException {
        inAnswer = false;
        ResponseFrame response = ResponseFrame.read(frame);
        Call call = inFlight.remove(response.callId());
        if (response.isFatal()) {
            IOException error = response.error();
            gaveUp(call, error == null ? new IOException(address + " gave up the connection without a reason") : error);
            return;
        }
        answeredOnce = true;
        if (call == null) {
            LOG.debug("{}: answer to call {}, which is not in flight any more", address, response.callId());
            return;
        }
        numbers.answered(System.nanoTime() - call.writtenNanos);
        IOException error = response.error();
        Runnable completion;
        try {
            completion = error == null
                    ? call.answered(response, parser)
                    : () -> call.failed(error, ErrorMeaning.ofCall(error, true));
        } catch (Throwable e) {
            // Either way the connection ends; this call is in no list any more and must be failed here.
            finish(call);
            fail(call, e instanceof IOException ? e : new IOException("answer could not be read", e), true);
            throw e;
        }
        finish(call);
        if (error instanceof RequestTooBigException) {
            // The server closes after this answer; anything sent now would be lost.
            writeFailed(error);
        }
        run(completion);
    }

    /** The server gives the connection up, perhaps in the answer to a call. */
    private void gaveUp(@Nullable Call call, IOException error) {
        end(error);
        if (call != null) {
            finish(call);
            run(() -> call.failed(
                    error, refused ? ErrorMeaning.ofOpening(error, true) : ErrorMeaning.ofCall(error, true)));
        }
    }

    /**
     * No more can be sent. A server that refuses a request for its size says so and closes, while the request
     * is still being written; what it said can be read after the write has failed. So the end comes a little later.
     */
    private void writeFailed(Throwable cause) {
        if (end != null || unwritable) {
            return;
        }
        unwritable = true;
        open = false;
        LOG.debug("{}: cannot write any more", address, cause);
        Cancellable unused = EventLoops.schedule(channel.eventLoop(), () -> end(cause), LAST_WORDS_NANOS);
    }

    /** Fails everything and closes the channel; does nothing the second time. */
    @SuppressWarnings("FutureReturnValueIgnored") // The channel tells of its end itself.
    void end(Throwable cause) {
        if (end != null) {
            return;
        }
        end = cause;
        open = false;
        refused = !answeredOnce && (cause instanceof RemoteException || cause instanceof DoNotRetryIOException);
        LOG.debug("{}: connection ends", address, cause);
        channel.close();
        List<Call> calls = new ArrayList<>(inFlight.values());
        inFlight.clear();
        calls.addAll(waiting);
        announced.getAndAdd(-waiting.size());
        waiting.clear();
        for (Call call : calls) {
            finish(call);
        }
        for (Call call : calls) {
            failWithConnection(call);
        }
    }

    private void finish(Call call) {
        call.done = true;
        if (call.timer != null) {
            call.timer.cancel();
            call.timer = null;
        }
    }

    private void fail(Call call, Throwable error, boolean sent) {
        run(() -> call.failed(error, ErrorMeaning.ofCall(error, sent)));
    }

    /**
     * Fails a call because its connection has ended. Only what the server said instead of its first answer is meant for
     * all calls; later it is meant for one, and the others have lost their connection.
     */
    private void failWithConnection(Call call) {
        Throwable cause = end;
        if (refused && cause != null) {
            run(() -> call.failed(cause, ErrorMeaning.ofOpening(cause, call.written)));
            return;
        }
        String why = cause == null ? "it takes no more requests" : String.valueOf(cause.getMessage());
        fail(call, new IOException("Connection to " + address + " lost: " + why, cause), call.written);
    }

    private void run(Runnable completion) {
        try {
            completion.run();
        } catch (Throwable e) {
            // Whatever it is, the other calls must be completed, too.
            LOG.error("{}: a receiver of an answer failed", address, e);
        }
    }

    private CallTimeoutException timeout(Call call) {
        String start = call.method() + " to " + address + ": ";
        String time = Amounts.seconds(call.timeoutNanos()) + " (" + call.content() + "); ";
        return new CallTimeoutException(
                call.written
                        ? start + "no answer in " + time + "may have been applied"
                        : start + "not sent in " + time + "not applied, " + inFlight.size() + " calls in flight, "
                                + (channel.isWritable() ? "" : "socket's buffer full, ") + waiting.size() + " waiting");
    }

    private IOException unsendable(Call call, Throwable error) {
        String why = error.getMessage() == null ? error.toString() : error.getMessage();
        String what = call.method() + " to " + address + " (" + call.content() + ") was not sent: " + why;
        if (error instanceof RequestTooBigException tooBig) {
            return new RequestTooBigException(what, tooBig.getRequestBytes(), tooBig.getLimitBytes());
        }
        if (error instanceof OutOfMemoryError) {
            return new HBaseIOException(what + "; see -XX:MaxDirectMemorySize", error);
        }
        // Memory and stack may suffice a moment later; a request that contradicts itself stays so.
        return error instanceof VirtualMachineError
                ? new HBaseIOException(what, error)
                : new DoNotRetryIOException(what, error);
    }

    /** Sits before the frame decoder, so that a slow answer counts as a sign of life. */
    private final class ByteCounter extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            lastReadNanos = System.nanoTime();
            if (!inAnswer) {
                inAnswer = true;
                answerSinceNanos = lastReadNanos;
            }
            numbers.received(((ByteBuf) message).readableBytes());
            ctx.fireChannelRead(message);
        }
    }

    /** Takes answers, and the end of the channel. */
    private final class AnswerHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf frame = (ByteBuf) message;
            try {
                // After a broken frame nothing that follows can be trusted.
                if (end == null) {
                    answer(frame);
                }
            } catch (MalformedMessageException e) {
                end(e);
            } finally {
                frame.release();
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext ctx) {
            if (ctx.channel().isWritable()) {
                drain();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            Throwable inner = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
            // Without a buffer for what is to be sent: Netty has shut the writing half of the socket down.
            boolean ofWrite = inner instanceof IOException
                    && ctx.channel().unsafe().outboundBuffer() == null
                    && ctx.channel().isOpen();
            if (end != null) {
                return;
            }
            if (ofWrite && !unwritable) {
                writeFailed(lost(inner, inner.getMessage()));
            } else if (TlsFailures.concerns(inner)) {
                // With TLS 1.3 a server refuses a client's certificate only after the client has finished its
                // handshake.
                end(TlsFailures.explain(address, inner));
            } else {
                boolean ofSocket = inner instanceof IOException && !(inner instanceof MalformedMessageException);
                end(ofSocket ? lost(inner, inner.getMessage()) : inner);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (end == null) {
                end(lost(null, "closed by the server"));
            }
        }

        /** An exception for the end of the connection; before the first answer it says what a server may mean by it. */
        private Throwable lost(@Nullable Throwable cause, @Nullable String how) {
            if (answeredOnce) {
                return cause == null ? new IOException(how) : cause;
            }
            return new IOException(how + " before its first answer; " + TlsFailures.endAdvice(channel), cause);
        }
    }
}
