package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.CallTimeoutException;
import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.examples.MappedRow.MappedCell;
import io.sluice.loader.BadInputException;
import io.sluice.loader.write.RowWriter;
import io.sluice.loader.write.Tally;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Passes the records of a source to a writer: one thread reads, others map and write, with a bounded queue in between,
 * so that a slow server slows down the reader instead of filling the memory.
 */
final class IngestJob {
    private static final int CHUNKS_PER_WRITER = 4;
    private static final List<SourceRecord> END = List.of();

    private final RecordSource source;
    private final RowMapper mapper;
    private final RowWriter writer;
    private final WriteOptions.Plan plan;
    private final byte[] family;
    private final Tally tally;
    private final int writers;
    private final BlockingQueue<List<SourceRecord>> chunks;

    /**
     * @param writers number of threads that write
     * @param tally counts the outcomes of rows
     */
    IngestJob(
            RecordSource source, RowMapper mapper, RowWriter writer, WriteOptions.Plan plan, int writers, Tally tally) {
        this.source = source;
        this.mapper = mapper;
        this.writer = writer;
        this.plan = plan;
        family = plan.family().getBytes(UTF_8);
        this.tally = tally;
        this.writers = writers;
        chunks = new ArrayBlockingQueue<>(writers * CHUNKS_PER_WRITER);
    }

    /**
     * Runs until every record has been passed to the writer, which may still be busy then.
     *
     * @throws BadInputException if the source is invalid; the records before that were passed on
     * @throws InterruptedException if the calling thread was interrupted; all threads of the job have ended then
     */
    void run() throws IOException, InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(writers + 1);
        try {
            CompletionService<@Nullable Void> threads = new ExecutorCompletionService<>(pool);
            Future<?> reader = threads.submit(this::read);
            for (int i = 0; i < writers; i++) {
                Future<?> unused = threads.submit(this::write);
            }
            await(threads, reader);
        } finally {
            pool.shutdownNow();
            awaitEnd(pool);
        }
    }

    /** Waits for all threads, even if the reader has failed: the rows before bad input are still written. */
    private void await(CompletionService<@Nullable Void> threads, Future<?> reader)
            throws IOException, InterruptedException {
        @Nullable IOException bad = null;
        for (int i = 0; i <= writers; i++) {
            Future<@Nullable Void> ended = threads.take();
            try {
                ended.get();
            } catch (ExecutionException e) {
                if (ended != reader || !(e.getCause() instanceof IOException)) {
                    throw new IllegalStateException("A thread of the job failed", e.getCause());
                }
                bad = (IOException) e.getCause();
            }
        }
        if (bad != null) {
            throw bad;
        }
    }

    private static void awaitEnd(ExecutorService pool) throws InterruptedException {
        if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("A thread of the job did not end");
        }
    }

    private @Nullable Void read() throws IOException, InterruptedException {
        try {
            for (List<SourceRecord> chunk = source.next(); !chunk.isEmpty(); chunk = source.next()) {
                tally.read(chunk.size());
                chunks.put(chunk);
            }
        } catch (IOException | RuntimeException e) {
            chunks.put(END);
            throw e;
        }
        // One end marker is enough: each writer that takes it puts it back for the next. None after an interrupt, when
        // no writer would take it.
        chunks.put(END);
        return null;
    }

    private @Nullable Void write() throws InterruptedException {
        while (true) {
            List<SourceRecord> chunk = chunks.take();
            if (chunk.isEmpty()) {
                chunks.put(END);
                return null;
            }
            for (SourceRecord record : chunk) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                write(record);
            }
        }
    }

    private void write(SourceRecord record) {
        tally.sent();
        try {
            MappedRow row = mapper.map(record);
            long bytes = row.payloadBytes();
            int cells = row.cells().size();
            long checksum = row.checksum(family);
            CompletableFuture<Void> unused = writer.write(put(row)).whenComplete((nothing, failure) -> {
                if (failure == null) {
                    tally.acknowledged(bytes, cells, checksum);
                } else {
                    settle(failure);
                }
            });
        } catch (RuntimeException e) {
            // A row that the client refuses, for instance because a value is too large.
            tally.failed(e);
        }
    }

    private void settle(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (mayHaveBeenApplied(cause)) {
            tally.undecided(cause);
        } else {
            tally.failed(cause);
        }
    }

    private Put put(MappedRow row) {
        Put put = new Put(row.key(), plan.timestamp());
        put.setDurability(plan.durability());
        for (MappedCell cell : row.cells()) {
            put.addImmutable(family, cell.qualifier(), plan.timestamp(), cell.value());
        }
        return put;
    }

    /** A row may have been applied if its mutator was closed or its last answer was lost. */
    private static boolean mayHaveBeenApplied(Throwable failure) {
        return failure instanceof MutatorClosedException
                || failure instanceof CallTimeoutException
                || (failure instanceof RetriesExhaustedException exhausted && exhausted.mayHaveBeenApplied());
    }
}
