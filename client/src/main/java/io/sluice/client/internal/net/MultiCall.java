package io.sluice.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.wire.MalformedMessageException;
import io.sluice.client.internal.wire.MultiEncoder;
import io.sluice.client.internal.wire.MultiResponseParser;
import io.sluice.client.internal.wire.ResponseFrame;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import io.sluice.internal.retry.ErrorMeaning;

/** A {@code Multi}: mutations of one batch. */
final class MultiCall extends Call {
    private final ServerBatch batch;
    private final BatchSender.Answer answer;
    private final MultiEncoder encoder;
    private final MultiResponseParser parser;

    /**
     * @param encoder of the connection, shared by all threads
     * @param parser of the connection, used on its event loop only
     */
    MultiCall(
            ServerBatch batch,
            long timeoutNanos,
            BatchSender.Answer answer,
            MultiEncoder encoder,
            MultiResponseParser parser) {
        super(timeoutNanos);
        this.batch = batch;
        this.answer = answer;
        this.encoder = encoder;
        this.parser = parser;
    }

    @Override
    ByteBuf encode(int callId, int timeoutMillis, ByteBufAllocator allocator) throws RequestTooBigException {
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
    Runnable answered(ResponseFrame frame) throws MalformedMessageException {
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
