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
 * How far a load is: a small file that is replaced as a whole, so that there is always the old one or the new one.
 *
 * @param load what is loaded and how, see {@link LoadIdentity}
 * @param timestampMillis time stamp of all cells, which a run that goes on keeps: a row written twice is the same cells
 * @param position up to where everything is settled
 * @param isOfEarlierRun whether an earlier run wrote this
 */
public record Checkpoint(LoadIdentity load, long timestampMillis, Position position, boolean isOfEarlierRun) {
    private static final String FORMAT = "1";

    /** Returns where a new load begins. */
    public static Checkpoint atStart(LoadIdentity load, long timestampMillis) {
        return new Checkpoint(load, timestampMillis, Position.START, false);
    }

    /** Returns this point for the same input as it is now: it may have grown. */
    public Checkpoint of(LoadIdentity now) {
        return new Checkpoint(now, timestampMillis, position, isOfEarlierRun);
    }

    /** Reads a checkpoint; null when there is no file. */
    public static @Nullable Checkpoint read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        Properties values = new Properties();
        try {
            values.load(new StringReader(Files.readString(file)));
            if (!FORMAT.equals(values.getProperty("format"))) {
                throw new BadInputException(file + " is no checkpoint of this loader; name another by --checkpoint");
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

    /** Puts this in the place of the file: written beside it, brought to the disk, renamed, and the rename too. */
    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder("# Where a load of sluice goes on; made by load --checkpoint.\n");
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
            // Not every system opens a folder. The rename is atomic all the same; at worst an older checkpoint is
            // found.
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
