package io.sluice.loader.write;

import io.sluice.MutatorClosedException;
import io.sluice.Put;
import io.sluice.loader.input.BrokenLineException;
import io.sluice.loader.write.Watermark.Chunk;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Passes rows to a writer: one thread reads, some create the Puts and write, one writes dead letters. A row is settled
 * when it is acknowledged, when its dead letter is in the file, or when it is broken; a row that is given up without an
 * answer never settles.
 */
final class LoadJob {
    private static final int ROWS_PER_CHUNK = 256;
    private static final Duration END_LIMIT = Duration.ofSeconds(10);
    private static final int CHUNKS_PER_WRITER = 4;
    private static final Work END = new Work(List.of(), new Watermark(Watermark.Position.START).next(0));

    private final RowSource source;
    private final RowWriter writer;
    private final Outcome outcome;
    private final Pace pace;
    private final BlockingQueue<Work> queue;
    private final ExecutorService pool;
    private final CountDownLatch writing;
    private final ExecutorService letters =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "loader-letters"));
    private volatile @Nullable IOException letterFailure;
    private volatile boolean stopped;

    /** Rows, with the chunk in which their settling is counted. */
    private record Work(List<RowSource.Row> rows, Chunk chunk) {}

    /**
     * Records the outcome of rows.
     *
     * @param watermark up to which row everything is settled
     * @param deadLetters receives rows that were not written
     * @param errors prints and counts errors
     * @param tally counts everything
     * @param keys finds repeated keys
     */
    record Outcome(Watermark watermark, DeadLetterFile deadLetters, Errors errors, Tally tally, RepeatedKeys keys) {}

    /**
     * Rate and starting point.
     *
     * @param writers number of threads that write
     * @param skipRows number of rows at the beginning that an earlier run has settled
     * @param rows limit of rows a second
     * @param bytes limit of bytes a second
     */
    record Pace(int writers, long skipRows, RateLimit rows, RateLimit bytes) {}

    LoadJob(RowSource source, RowWriter writer, Outcome outcome, Pace pace) {
        this.source = source;
        this.writer = writer;
        this.outcome = outcome;
        this.pace = pace;
        queue = new ArrayBlockingQueue<>(pace.writers() * CHUNKS_PER_WRITER);
        writing = new CountDownLatch(pace.writers());
        pool = Executors.newFixedThreadPool(pace.writers() + 1, task -> {
            Thread thread = new Thread(task, "loader");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Ends {@link #run} early; rows not passed to the writer yet are dropped. */
    void stop() {
        stopped = true;
        var unused = pool.shutdownNow();
    }

    /**
     * Runs until every row has been passed to the writer, or {@link #stop}; the writer may still be busy then.
     *
     * @throws IOException if the source cannot be read any further; the rows before that were passed on
     * @throws InterruptedException if the calling thread was interrupted; then nothing more is passed on
     */
    void run() throws IOException, InterruptedException {
        try {
            CompletionService<@Nullable Void> threads = new ExecutorCompletionService<>(pool);
            Future<?> reader = threads.submit(this::read);
            for (int i = 0; i < pace.writers(); i++) {
                Future<?> unused = threads.submit(this::write);
            }
            await(threads, reader);
        } finally {
            stop();
            awaitEnd();
        }
    }

    /**
     * Waits until nothing more is passed to the writer, even after an interrupt. The reader may remain blocked, since
     * no interrupt ends a read of standard input. Whatever it reads later is dropped and not counted.
     */
    private void awaitEnd() throws InterruptedException {
        boolean interrupted = false;
        boolean ended = false;
        long endNanos = System.nanoTime() + END_LIMIT.toNanos();
        while (!ended) {
            try {
                ended = writing.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (!ended) {
                    throw new IllegalStateException("A writing thread did not end within " + END_LIMIT);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    /** Waits for the last dead letters and closes their file; call it after closing the writer. */
    void finish() throws IOException, InterruptedException {
        letters.execute(() -> {
            try {
                outcome.deadLetters().close();
            } catch (IOException e) {
                letterFailure = e;
            }
        });
        letters.shutdown();
        if (!letters.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new IOException("The dead letters were not written within a minute");
        }
        IOException failure = letterFailure;
        if (failure != null) {
            throw new IOException(
                    "Cannot write " + outcome.deadLetters().path() + ": " + failure.getMessage(), failure);
        }
    }

    /** Waits for all, even if the reader has failed: the rows before bad input are still written. */
    private void await(CompletionService<@Nullable Void> threads, Future<?> reader)
            throws IOException, InterruptedException {
        Throwable bad = null;
        for (int i = 0; i <= pace.writers(); i++) {
            Future<@Nullable Void> ended = threads.take();
            try {
                ended.get();
            } catch (ExecutionException e) {
                Throwable cause = Objects.requireNonNull(e.getCause());
                if (ended == reader) {
                    bad = cause;
                } else if (cause instanceof UncheckedIOException unwritable) {
                    throw new IOException(unwritable.getMessage(), unwritable);
                } else if (!(cause instanceof InterruptedException)) {
                    throw fault(cause);
                }
            }
        }
        if (bad instanceof IOException unreadable) {
            throw unreadable;
        }
        if (bad != null && !(bad instanceof InterruptedException)) {
            throw fault(bad);
        }
    }

    private static IllegalStateException fault(Throwable cause) {
        return new IllegalStateException("a thread failed: " + cause, cause);
    }

    private @Nullable Void read() throws IOException, InterruptedException {
        List<RowSource.Row> rows = new ArrayList<>(ROWS_PER_CHUNK);
        try {
            for (RowSource.Row row = source.next(); row != null; row = source.next()) {
                if (row.number() <= pace.skipRows()) {
                    outcome.tally().skipped();
                    continue;
                }
                rows.add(row);
                if (rows.size() == ROWS_PER_CHUNK) {
                    put(rows);
                    rows = new ArrayList<>(ROWS_PER_CHUNK);
                }
            }
        } finally {
            put(rows);
            // One end marker is enough: each writer that takes it puts it back for the next.
            queue.put(END);
        }
        return null;
    }

    private void put(List<RowSource.Row> rows) throws InterruptedException {
        if (stopped) {
            throw new InterruptedException();
        }
        if (!rows.isEmpty()) {
            outcome.tally().read(rows.size());
            queue.put(new Work(rows, outcome.watermark().next(rows.size())));
        }
    }

    private @Nullable Void write() throws InterruptedException {
        try {
            while (true) {
                Work work = queue.take();
                if (work.rows().isEmpty()) {
                    queue.put(END);
                    return null;
                }
                for (RowSource.Row row : work.rows()) {
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    write(row, work.chunk());
                }
            }
        } finally {
            writing.countDown();
        }
    }

    private void write(RowSource.Row row, Chunk chunk) throws InterruptedException {
        Put put;
        try {
            put = row.put();
        } catch (BrokenLineException e) {
            outcome.tally().broken();
            chunk.broken();
            outcome.errors().broken(row.line(), String.valueOf(e.getMessage()));
            return;
        }
        outcome.keys().add(put.getRow());
        long bytes = put.encodedSize();
        pace.rows().take(1);
        pace.bytes().take(bytes);
        outcome.tally().sent();
        try {
            CompletableFuture<Void> unused = writer.write(put).whenComplete((nothing, failure) -> {
                if (failure == null) {
                    outcome.tally().acknowledged(bytes, put.size(), 0);
                    chunk.acknowledged();
                } else {
                    failed(row, put, chunk, failure);
                }
            });
        } catch (IllegalArgumentException e) {
            // From the client, which refuses values that are too large for a cell.
            failed(row, put, chunk, e);
        } catch (RuntimeException e) {
            outcome.tally().undecided(e);
            throw e;
        }
    }

    private void failed(RowSource.Row row, Put put, Chunk chunk, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof MutatorClosedException || cause instanceof InterruptedIOException) {
            // Given up, not refused: the next run writes the row again.
            outcome.tally().givenUp();
            return;
        }
        outcome.tally().failed(cause);
        // On another thread: a network thread must not wait for a disk.
        letters.execute(() -> {
            try {
                outcome.deadLetters().add(put, row, cause);
                chunk.refused();
                outcome.errors().refused(row, cause);
            } catch (IOException e) {
                letterFailure = e;
                stop();
            }
        });
    }
}
