package io.sluice.loader.write;

import io.sluice.loader.BadInputException;
import io.sluice.loader.write.Watermark.Position;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a load: a small file that is replaced atomically, so that it is always complete, as the old or the
 * new version.
 *
 * @param load input and options of the load, see {@link LoadIdentity}
 * @param timestampMillis timestamp of all cells, kept when a load is resumed: a row written twice has the same cells
 * @param position the row up to which everything is settled
 * @param isOfEarlierRun whether an earlier run wrote it
 */
public record Checkpoint(LoadIdentity load, long timestampMillis, Position position, boolean isOfEarlierRun) {
    private static final String FORMAT = "1";

    /** Returns the starting point of a new load. */
    public static Checkpoint atStart(LoadIdentity load, long timestampMillis) {
        return new Checkpoint(load, timestampMillis, Position.START, false);
    }

    /** Returns this checkpoint for the current state of the same input, which may have grown. */
    public Checkpoint of(LoadIdentity now) {
        return new Checkpoint(now, timestampMillis, position, isOfEarlierRun);
    }

    /** Reads a checkpoint; null if there is no file. */
    public static @Nullable Checkpoint read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        Properties values = new Properties();
        try {
            values.load(new StringReader(Files.readString(file)));
            if (!FORMAT.equals(values.getProperty("format"))) {
                throw new BadInputException(
                        file + " is not a checkpoint of this loader; name another file by --checkpoint");
            }
            Position position = new Position(
                    number(values, "rows"),
                    number(values, "acknowledged"),
                    number(values, "refused"),
                    number(values, "broken"));
            return new Checkpoint(LoadIdentity.of(values), number(values, "timestamp"), position, true);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new BadInputException(file + " is damaged: " + e.getMessage(), e);
        }
    }

    static long number(Properties values, String key) {
        String text = values.getProperty(key, "");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " = '" + text + "'", e);
        }
    }

    /** Replaces the file: writes a new one in the same folder, syncs it, renames it, and syncs the folder. */
    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder("# Where a load of sluice resumes; written by load --checkpoint.\n");
        line(text, "format", FORMAT);
        load.values().forEach((key, value) -> line(text, key, value));
        line(text, "timestamp", Long.toString(timestampMillis));
        line(text, "rows", Long.toString(position.rows()));
        line(text, "acknowledged", Long.toString(position.acknowledged()));
        line(text, "refused", Long.toString(position.refused()));
        line(text, "broken", Long.toString(position.broken()));
        Path target = file.toAbsolutePath();
        Path beside = target.resolveSibling(target.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(target.getParent());
    }

    private static void forceFolder(@Nullable Path folder) {
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Some systems cannot open a folder. The rename is atomic anyway; at worst, a crash brings back an older
            // checkpoint.
            return;
        }
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key)
                .append('=')
                .append(value.replace("\\", "\\\\")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t"))
                .append('\n');
    }
}
