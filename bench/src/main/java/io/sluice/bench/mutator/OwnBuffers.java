package io.sluice.bench.mutator;

import io.sluice.Put;
import io.sluice.bench.put.PutContender;
import io.sluice.client.internal.net.EventLoops;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The floor where nothing blocks: a call creates a future and copies the cells into a buffer that only its thread
 * fills; when the buffer is full, an event loop completes its futures. All threads share the empty buffers and, as with
 * the peers, the bound on the mutations in flight. No region is looked up, and nothing is grouped.
 */
final class OwnBuffers implements MutatorUnderTest {
    private static final long CLOSE_SECONDS = 30;

    private final Puts<Put> puts = new Puts<>(PutContender.SLUICE);
    private final EventLoops loops = EventLoops.create(1);
    private final Semaphore unanswered = new Semaphore(StubTable.MOST_UNANSWERED);
    private final Queue<Buffer> empty = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Buffer> filling = ThreadLocal.withInitial(this::nextBuffer);
    private final int maxMutations;

    OwnBuffers(Setup setup) {
        maxMutations = setup.maxMutations();
    }

    @Override
    public CompletableFuture<Void> mutate() {
        CompletableFuture<Void> future = new CompletableFuture<>();
        Buffer mine = filling.get();
        if (mine.add(puts.next(), future)) {
            send(mine);
            filling.set(nextBuffer());
        }
        return future;
    }

    /** Waits for the answers; buffers that are not full are dropped, since this is not a client. */
    @Override
    public void close() {
        boolean answered;
        try {
            answered = unanswered.tryAcquire(StubTable.MOST_UNANSWERED, CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answered = false;
        }
        loops.closeAsync().join();
        if (!answered) {
            throw new IllegalStateException("a buffer was not answered");
        }
    }

    private Buffer nextBuffer() {
        Buffer next = empty.poll();
        return next == null ? new Buffer() : next;
    }

    private void send(Buffer full) {
        unanswered.acquireUninterruptibly(maxMutations);
        loops.execute(() -> {
            full.complete();
            empty.add(full);
            unanswered.release(maxMutations);
        });
    }

    private final class Buffer {
        private final CompletableFuture<?>[] futures = new CompletableFuture<?>[maxMutations];
        private byte[] cells = new byte[0];
        private int bytes;
        private int count;

        /** Returns whether it is full now. */
        boolean add(Put put, CompletableFuture<Void> future) {
            int length = put.encodedSize();
            if (cells.length == 0) {
                // All Puts have the same size.
                cells = new byte[length * maxMutations];
            }
            put.copyEncodedTo(cells, bytes, length);
            bytes += length;
            futures[count] = future;
            count++;
            return count == maxMutations;
        }

        void complete() {
            for (int i = 0; i < count; i++) {
                futures[i].complete(null);
                futures[i] = null;
            }
            bytes = 0;
            count = 0;
        }
    }
}
