package io.sluice.bench.writer;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Not a client, but what remains of one if it does nothing but encode and send. It is told the regions and their server, has
 * one form of put and builds no object for it, and fills a request for each thread. It has no outcome of each put, no
 * retries, timeouts, limit of memory, metrics or libraries.
 */
final class FloorWriter implements Writer {
    private final FloorConnection connection;
    private final FloorBatch[] batches;
    private final AtomicInteger threads = new AtomicInteger();

    /** As many threads as the load has, started one after the other, have different ones. */
    private final ThreadLocal<FloorBatch> own;

    FloorWriter(Setup setup) throws IOException {
        List<byte[]> regions = setup.target().regions();
        batches = Stream.generate(() -> new FloorBatch(setup.load(), regions))
                .limit(setup.load().threads())
                .toArray(FloorBatch[]::new);
        own = ThreadLocal.withInitial(() -> batches[threads.getAndIncrement() % batches.length]);
        connection = new FloorConnection(setup.target().server());
    }

    @Override
    public void write(byte[] row) throws IOException, InterruptedException {
        add(row, null);
    }

    @Override
    public void write(byte[] row, Consumer<@Nullable Throwable> settled) throws IOException, InterruptedException {
        add(row, settled);
    }

    private void add(byte[] row, @Nullable Consumer<@Nullable Throwable> settled)
            throws IOException, InterruptedException {
        FloorBatch batch = own.get();
        synchronized (batch) {
            batch.add(row, settled);
            if (batch.isFull()) {
                connection.send(batch);
            }
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        for (FloorBatch batch : batches) {
            synchronized (batch) {
                if (batch.puts() > 0) {
                    connection.send(batch);
                }
            }
        }
        connection.awaitAnswers();
    }

    @Override
    public long acknowledged() {
        return connection.acknowledged();
    }

    @Override
    public long failed() {
        return connection.failed();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
