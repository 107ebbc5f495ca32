package io.sluice.loader.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.sluice.Put;
import io.sluice.connectors.DeadLetter;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The file of rows that were not written; created with the first one. Thread-safe. */
public final class DeadLetterFile implements Closeable {
    private final Path path;
    private final String table;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private @Nullable FileChannel channel;

    @GuardedBy("lock") private long letters;

    /** @param table the table of the rows */
    public DeadLetterFile(Path path, String table) {
        this.path = path;
        this.table = table;
    }

    public Path path() {
        return path;
    }

    /** Returns the number of letters added. */
    public long letters() {
        lock.lock();
        try {
            return letters;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes an incomplete letter at the end, left by a crash. Complete letters stay: they may belong to another load.
     */
    void cutTornLine() throws IOException {
        if (!Files.isRegularFile(path)) {
            return;
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            long end = file.length();
            while (end > 0 && byteAt(file, end - 1) != '\n') {
                end--;
            }
            file.setLength(end);
        }
    }

    private static int byteAt(RandomAccessFile file, long position) throws IOException {
        file.seek(position);
        return file.read();
    }

    void add(Put put, RowSource.Row row, Throwable failure) throws IOException {
        byte[] json = new DeadLetter(table, put)
                .toJson(row.file(), row.line(), failure)
                .getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            if (channel == null) {
                channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            ByteBuffer buffer = ByteBuffer.wrap(json);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            letters++;
        } finally {
            lock.unlock();
        }
    }

    /** Syncs the added letters to disk. */
    void force() throws IOException {
        lock.lock();
        try {
            if (channel != null) {
                force(channel);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A device such as /dev/null cannot be synced. */
    private void force(FileChannel open) throws IOException {
        if (Files.isRegularFile(path)) {
            open.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (channel != null) {
                force(channel);
                channel.close();
                channel = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
