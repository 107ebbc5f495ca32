package io.sluice.bench.grouping;

import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.RequestTooBigException;
import io.sluice.client.internal.wire.RequestEncoder;
import io.sluice.internal.batch.BatchSender;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import java.util.concurrent.Executor;

/**
 * Encodes each request like a connection, on the sending thread, and discards the frame. An event loop then answers.
 */
final class EncodingSender implements BatchSender {
    private static final int MAX_REQUEST_BYTES = 256 << 20;
    private static final int TIMEOUT_MILLIS = 60_000;

    private final RequestEncoder encoder = new RequestEncoder(1, false, MAX_REQUEST_BYTES);
    private final Executor loop;

    EncodingSender(Executor loop) {
        this.loop = loop;
    }

    @Override
    public void send(ServerBatch batch, long timeoutNanos, Answer answer) {
        ServerBatchResult result = encode(batch);
        loop.execute(() -> answer.complete(result));
    }

    private ServerBatchResult encode(ServerBatch batch) {
        try {
            encoder.encode(batch, 1, TIMEOUT_MILLIS, PooledByteBufAllocator.DEFAULT)
                    .release();
            return ServerBatchResult.acknowledged();
        } catch (RequestTooBigException e) {
            return ServerBatchResult.failed(e, false);
        }
    }
}
