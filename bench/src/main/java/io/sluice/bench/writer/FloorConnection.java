package io.sluice.bench.writer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.bench.proto.ByteArrayBuilder;
import io.sluice.bench.proto.ProtoCursor;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A blocking connection to one region server, with a thread that reads the answers. */
final class FloorConnection implements AutoCloseable {
    private static final int MOST_REQUESTS = 8;
    private static final int READ_BYTES = 1 << 16;

    /** {@code HBas}, the version 0, and 80 for SIMPLE authentication. */
    private static final byte[] PREAMBLE = {'H', 'B', 'a', 's', 0, 80};

    private static final String SERVICE = "ClientService";
    private static final String CODEC = "org.apache.hadoop.hbase.codec.KeyValueCodec";
    private static final byte[] USER = {0x0A, 7, 0x0A, 5, 'f', 'l', 'o', 'o', 'r'};
    private static final int SERVICE_TAG = 0x12;
    private static final int CODEC_TAG = 0x1A;
    private static final int CALL_TAG = 0x08;
    private static final int EXCEPTION_TAG = 0x12;

    private final SocketChannel channel;
    private final Semaphore free = new Semaphore(MOST_REQUESTS);
    private final Map<Integer, Request> sent = new ConcurrentHashMap<>();
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicInteger calls = new AtomicInteger();

    /** Why no more answers come. */
    private volatile @Nullable Exception end;

    /** What an answer settles. */
    private record Request(int puts, List<Consumer<@Nullable Throwable>> settled) {}

    FloorConnection(InetSocketAddress server) throws IOException {
        channel = SocketChannel.open(server);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        ByteArrayBuilder header = new ByteArrayBuilder();
        header.put(USER);
        putText(header, SERVICE_TAG, SERVICE);
        putText(header, CODEC_TAG, CODEC);
        write(
                ByteBuffer.wrap(PREAMBLE),
                ByteBuffer.allocate(Integer.BYTES).putInt(0, header.length()),
                header.buffer());
        Thread reader = new Thread(this::read, "floor-reader");
        reader.setDaemon(true);
        reader.start();
    }

    private static void putText(ByteArrayBuilder message, int tag, String text) {
        message.put(tag);
        message.putVarint(text.length());
        message.put(text.getBytes(US_ASCII));
    }

    private void write(ByteBuffer... buffers) throws IOException {
        long left = Stream.of(buffers).mapToLong(ByteBuffer::remaining).sum();
        while (left > 0) {
            left -= channel.write(buffers);
        }
    }

    /** Sends a batch and makes it empty; waits while too many requests have no answer. */
    void send(FloorBatch batch) throws IOException, InterruptedException {
        awaitAnswers(1);
        int call = calls.incrementAndGet();
        ByteBuffer[] frame = batch.frame(call);
        sent.put(call, new Request(batch.puts(), batch.settled()));
        synchronized (this) {
            write(frame);
        }
        batch.clear();
    }

    /** Acquires permits of requests. */
    private void awaitAnswers(int permits) throws IOException, InterruptedException {
        free.acquire(permits);
        if (end != null) {
            free.release(permits);
            throw new IOException("no more answers", end);
        }
    }

    private void read() {
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(channel.socket().getInputStream(), READ_BYTES))) {
            byte[] answer = new byte[READ_BYTES];
            while (true) {
                int bytes = in.readInt();
                if (bytes > answer.length) {
                    answer = new byte[Math.max(bytes, 2 * answer.length)];
                }
                in.readFully(answer, 0, bytes);
                settle(answer, bytes);
            }
        } catch (IOException | RuntimeException e) {
            end = e;
            free.release(MOST_REQUESTS);
        }
    }

    /** Takes an answer. A failure that it reports for a single region is not seen: the comparisons count the rows. */
    private void settle(byte[] answer, int bytes) {
        ProtoCursor cursor = new ProtoCursor();
        cursor.reset(ByteBuffer.wrap(answer), 0);
        int headerBytes = cursor.varint();
        int headerEnd = cursor.position() + headerBytes;
        int callTag = cursor.varint();
        Request request = sent.remove(cursor.varint());
        if (callTag != CALL_TAG || request == null) {
            throw new IllegalStateException("an answer to no request: " + new String(answer, 0, bytes, ISO_8859_1));
        }
        boolean isFailure = cursor.position() < headerEnd && cursor.varint() == EXCEPTION_TAG;
        (isFailure ? failed : acknowledged).addAndGet(request.puts());
        Throwable failure = isFailure ? new IOException(new String(answer, 0, bytes, ISO_8859_1)) : null;
        request.settled().forEach(settled -> settled.accept(failure));
        free.release();
    }

    /** Waits until all requests have been answered. */
    void awaitAnswers() throws IOException, InterruptedException {
        awaitAnswers(MOST_REQUESTS);
        free.release(MOST_REQUESTS);
    }

    long acknowledged() {
        return acknowledged.get();
    }

    long failed() {
        return failed.get();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
