package io.sluice.loader.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.loader.write.Watermark.Position;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Writes a checkpoint every second while rows settle, and one at the end. */
final class CheckpointKeeper implements AutoCloseable {
    private static final long PAUSE_MILLIS = 1_000;

    private final Path file;
    private final Checkpoint start;
    private final Watermark watermark;
    private final DeadLetterFile deadLetters;
    private final ReentrantLock lock = new ReentrantLock();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "checkpoint");
        thread.setDaemon(true);
        return thread;
    });

    @GuardedBy("lock") private @Nullable Position saved;

    /** @param start the checkpoint with which the run began */
    CheckpointKeeper(Path file, Checkpoint start, Watermark watermark, DeadLetterFile deadLetters) {
        this.file = file;
        this.start = start;
        this.watermark = watermark;
        this.deadLetters = deadLetters;
    }

    /**
     * Starts, with a first checkpoint.
     *
     * @param onFailure run if a later one cannot be written
     * @throws IOException if the first one cannot be written
     */
    void start(Runnable onFailure) throws IOException, InterruptedException {
        try {
            timer.submit(this::saved).get();
        } catch (ExecutionException e) {
            throw new IOException("Cannot write " + file + ": " + e.getCause(), e);
        }
        Future<?> unused = timer.scheduleWithFixedDelay(
                () -> {
                    try {
                        save();
                    } catch (IOException e) {
                        onFailure.run();
                        // An exception cancels the periodic task.
                        throw new IllegalStateException(e);
                    }
                },
                PAUSE_MILLIS,
                PAUSE_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    private @Nullable Void saved() throws IOException {
        save();
        return null;
    }

    /** Reads the position before syncing the letters: by then the letters of all rows up to it are in the file. */
    private void save() throws IOException {
        lock.lock();
        try {
            Position position = watermark.position();
            if (!position.equals(saved)) {
                deadLetters.force();
                new Checkpoint(start.load(), start.timestampMillis(), position, true).write(file);
                saved = position;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes the last checkpoint and ends. Uses the timer's thread, since an interrupt of this one would close the file
     * during the write.
     */
    @Override
    public void close() throws IOException {
        Future<?> last = timer.submit(this::saved);
        timer.shutdown();
        boolean interrupted = false;
        while (true) {
            try {
                last.get();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            } catch (ExecutionException e) {
                throw new IOException("Cannot write " + file + ": " + e.getCause(), e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
