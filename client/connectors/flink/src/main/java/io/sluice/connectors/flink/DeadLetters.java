package io.sluice.connectors.flink;

import io.sluice.Mutation;
import io.sluice.Row;
import io.sluice.RowMutations;
import io.sluice.connectors.DeadLetter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters of a subtask. A file is closed at each checkpoint that had letters, since some file systems persist
 * closed files only. Any thread may add letters; only the task's thread writes them.
 */
final class DeadLetters {
    private final String table;
    private final Path folder;
    private final int subtask;
    private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
    private @Nullable FSDataOutputStream file;

    DeadLetters(String table, String folder, int subtask) {
        this.table = table;
        this.folder = new Path(folder);
        this.subtask = subtask;
    }

    /** Adds a row that was refused. */
    void add(Row row, Throwable failure) {
        List<Mutation> parts =
                row instanceof RowMutations mutations ? mutations.getMutations() : List.of((Mutation) row);
        parts.forEach(part -> waiting.add(new DeadLetter(table, part).toJson("", 1, failure)));
    }

    /** Adds an element that cannot become a row. */
    void add(String element, Throwable failure) {
        waiting.add(DeadLetter.toJson(table, element, failure));
    }

    /** Writes the added letters. */
    void write() throws IOException {
        for (String letter = waiting.poll(); letter != null; letter = waiting.poll()) {
            open().write(letter.getBytes(StandardCharsets.UTF_8));
        }
    }

    private FSDataOutputStream open() throws IOException {
        if (file == null) {
            FileSystem system = folder.getFileSystem();
            system.mkdirs(folder);
            String name = table.replace(':', '_') + "-" + subtask + "-" + UUID.randomUUID() + ".dead.ndjson";
            file = system.create(new Path(folder, name), FileSystem.WriteMode.NO_OVERWRITE);
        }
        return file;
    }

    /** Writes the added letters and makes them durable. */
    void commit() throws IOException {
        write();
        if (file != null) {
            file.sync();
            file.close();
            file = null;
        }
    }
}
