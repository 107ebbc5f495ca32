package io.sluice.examples.loader.write;

import io.sluice.examples.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint belongs to: an input, known by its first bytes, and the options that decide what rows it makes. An input
 * may have grown since.
 *
 * @param input the file, or {@code -} for a stream
 * @param bytes its size, 0 for a stream
 * @param headBytes how many bytes {@code head} is of
 * @param head the hash of its first bytes, empty for a stream
 * @param options table, format, mapping and so on, in one text
 */
public record LoadIdentity(String input, long bytes, long headBytes, String head, String options) {
    private static final int MAX_HEAD = 1 << 16;

    /**
     * Returns the identity of an input as it is now.
     *
     * @param input a file, or null for a stream
     */
    public static LoadIdentity of(@Nullable Path input, String options) throws IOException {
        if (input == null) {
            return new LoadIdentity("-", 0, 0, "", options);
        }
        long bytes = Files.size(input);
        long headBytes = Math.min(MAX_HEAD, bytes);
        return new LoadIdentity(input.toString(), bytes, headBytes, head(input, headBytes), options);
    }

    static LoadIdentity of(Properties values) {
        return new LoadIdentity(
                values.getProperty("input", ""),
                Checkpoint.number(values, "input-bytes"),
                Checkpoint.number(values, "head-bytes"),
                values.getProperty("head", ""),
                values.getProperty("options", ""));
    }

    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("input", input);
        values.put("input-bytes", Long.toString(bytes));
        values.put("head-bytes", Long.toString(headBytes));
        values.put("head", head);
        values.put("options", options);
        return values;
    }

    /**
     * Checks that a run that was begun like this can go on.
     *
     * @throws BadInputException that says what is different now
     */
    public void checkContinues(LoadIdentity begun, @Nullable Path file) throws IOException {
        if (!options.equals(begun.options)) {
            throw new BadInputException("The checkpoint is of a load with other options, so its rows are other rows: "
                    + begun.options + "; now: " + options + ". --restart begins again");
        }
        boolean same = file == null
                ? begun.input.equals("-")
                : bytes >= begun.bytes && head(file, begun.headBytes).equals(begun.head);
        if (!same) {
            throw new BadInputException("The checkpoint is of another input (" + begun.input + ", " + begun.bytes
                    + " bytes; now " + input + ", " + bytes + " bytes). --restart begins again");
        }
    }

    private static String head(Path file, long count) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes((int) Math.min(MAX_HEAD, count));
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }
}
