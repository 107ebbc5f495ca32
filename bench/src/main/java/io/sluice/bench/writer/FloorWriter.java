package io.sluice.bench.writer;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Not a client, but what remains of one if it does nothing but encode and send: its puts have one form, it is told the
 * regions and their server, each thread fills its own request, and there are no futures, retries, timeouts, limits of
 * memory or metrics, and no classes but its own three and the JDK's.
 */
final class FloorWriter implements Writer {
    private final FloorConnection connection;
    private final FloorBatch[] batches;

    FloorWriter(Setup setup) throws IOException {
        List<byte[]> regions = setup.target().regions();
        batches = Stream.generate(() -> new FloorBatch(setup.load(), regions))
                .limit(setup.load().threads())
                .toArray(FloorBatch[]::new);
        connection = new FloorConnection(setup.target().server());
        Duration linger = setup.linger();
        if (linger != null) {
            Thread timer = new Thread(() -> sendEach(linger), "floor-linger");
            timer.setDaemon(true);
            timer.start();
        }
    }

    /** Sends until the connection is closed. */
    private void sendEach(Duration linger) {
        try {
            while (true) {
                Thread.sleep(linger.toMillis());
                sendAll();
            }
        } catch (InterruptedException | IOException e) {
            // Puts without an answer are reported by the measuring program.
        }
    }

    private void sendAll() throws IOException, InterruptedException {
        for (FloorBatch batch : batches) {
            synchronized (batch) {
                if (batch.puts() > 0) {
                    connection.send(batch);
                }
            }
        }
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
        // Threads that were started together have different ones.
        FloorBatch batch = batches[(int) (Thread.currentThread().getId() % batches.length)];
        synchronized (batch) {
            batch.add(row, settled);
            if (batch.isFull()) {
                connection.send(batch);
            }
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        sendAll();
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
