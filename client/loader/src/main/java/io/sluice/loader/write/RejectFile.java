package io.sluice.loader.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The file of broken records, each unchanged, after the header, so that it can be loaded itself. Created with the first
 * record. Each record is on disk when {@link #add} returns, so none before a checkpoint is missing. Thread-safe.
 */
public final class RejectFile implements AutoCloseable {
    private final Path path;
    private final Charset charset;
    private final String header;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable FileOutputStream file;

    /**
     * Creates the object, but not the file.
     *
     * @param charset charset of the input
     * @param header the line with the names of columns, with its line end; empty if there is none
     */
    public RejectFile(Path path, Charset charset, String header) {
        this.path = path;
        // Otherwise each line would get a byte order mark; without one it is big-endian.
        this.charset = charset.equals(StandardCharsets.UTF_16) ? StandardCharsets.UTF_16BE : charset;
        this.header = header;
    }

    /**
     * Adds a record.
     *
     * @throws UncheckedIOException if it cannot be written; then it must not count as settled
     */
    void add(String record) {
        lock.lock();
        try {
            String text = record.endsWith("\n") || record.endsWith("\r") ? record : record + "\n";
            if (file == null) {
                // Not a channel, since an interrupt, which stops a run early, would close it.
                file = new FileOutputStream(path.toFile(), true);
            }
            boolean first = Files.size(path) == 0;
            file.write((first ? header + text : text).getBytes(charset));
            file.getFD().sync();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + path + " (--rejects): " + e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (file != null) {
                file.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
