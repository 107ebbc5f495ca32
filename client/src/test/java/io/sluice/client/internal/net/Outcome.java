package io.sluice.client.internal.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Put;
import io.sluice.internal.batch.BatchFixture;
import io.sluice.internal.batch.ServerBatch;
import io.sluice.internal.batch.ServerBatchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The outcome of a request, with the thread that told it. */
final class Outcome {
    final CompletableFuture<ServerBatchResult> result = new CompletableFuture<>();
    final AtomicInteger times = new AtomicInteger();
    volatile String thread = "";

    static Outcome multi(RegionServerConnection connection, ServerBatch batch, long timeoutNanos) {
        Outcome outcome = new Outcome();
        connection.multi(batch, timeoutNanos, outcome::complete);
        return outcome;
    }

    static ServerBatch puts(int count, int valueBytes) {
        List<Put> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new Put(new byte[] {'r', (byte) i}).addColumn(new byte[] {'f'}, null, new byte[valueBytes]));
        }
        return BatchFixture.request(rows);
    }

    private void complete(ServerBatchResult told) {
        times.incrementAndGet();
        thread = Thread.currentThread().getName();
        result.complete(told);
    }

    ServerBatchResult get() throws Exception {
        ServerBatchResult told = result.get(20, TimeUnit.SECONDS);
        assertThat(thread).startsWith("sluice-io-");
        return told;
    }

    Throwable failure(boolean maybeApplied) throws Exception {
        ServerBatchResult told = get();
        assertThat(told.failure()).isNotNull();
        assertThat(Objects.requireNonNull(told.meaning()).maybeApplied()).isEqualTo(maybeApplied);
        return Objects.requireNonNull(told.failure());
    }
}
