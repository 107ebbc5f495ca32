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
 * The file of broken records, each as it stood in the input, behind the header: an input of its own. Made when the first one
 * comes. Each is on the disk when {@link #add} returns, so none up to a checkpoint is missing. Thread-safe.
 */
public final class RejectFile implements AutoCloseable {
    private final Path path;
    private final Charset charset;
    private final String header;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable FileOutputStream file;

    /**
     * Names a file.
     *
     * @param charset of the input
     * @param header the line with the names of columns, with its end; empty when there is none
     */
    public RejectFile(Path path, Charset charset, String header) {
        this.path = path;
        // Else each line had a byte order mark; without one it is big-endian.
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
                // Not a channel, which an interrupt would close: that is how a run ends early.
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
