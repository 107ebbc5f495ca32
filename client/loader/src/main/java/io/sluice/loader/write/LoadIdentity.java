package io.sluice.loader.write;

import io.sluice.loader.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Identifies the load that a checkpoint belongs to: an input, recognised by the first bytes of its files, and the
 * options that determine the rows. The last file may have grown since; the others must still have their length.
 *
 * @param input the files, or {@code -} for a stream
 * @param bytes their total size, 0 for a stream
 * @param headBytes number of bytes of the last file in {@code head}
 * @param head hash of the first bytes of all files and of the sizes of all but the last, empty for a stream
 * @param options table, format, mapping and so on, as one text
 */
public record LoadIdentity(String input, long bytes, long headBytes, String head, String options) {
    private static final int MAX_HEAD = 1 << 16;

    /** The name of an option in that text. */
    private static final Pattern OPTION = Pattern.compile("(?:^| )(table|format|columns|delimiter|quote|charset|null"
            + "|record-lines|row-key|map|salt|keep-empty|timestamp)=");

    /**
     * Returns the identity of an input in its current state.
     *
     * @param files the files in order, none for a stream
     */
    public static LoadIdentity of(List<Path> files, String options) throws IOException {
        if (files.isEmpty()) {
            return new LoadIdentity("-", 0, 0, "", options);
        }
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        long headBytes = Math.min(MAX_HEAD, Files.size(files.get(files.size() - 1)));
        String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        return new LoadIdentity(names, bytes, headBytes, head(files, headBytes), options);
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
     * Checks that a run that was begun with {@code begun} can be resumed.
     *
     * @throws BadInputException if it cannot; says what differs
     */
    public void checkContinues(LoadIdentity begun, List<Path> files) throws IOException {
        if (!options.equals(begun.options)) {
            throw new BadInputException(
                    "The checkpoint belongs to a load with other options, which makes different rows: "
                            + differences(begun.options, options) + ". --restart writes all rows again");
        }
        if (bytes < begun.bytes || !head(files, begun.headBytes).equals(begun.head)) {
            throw new BadInputException("The checkpoint belongs to another input (" + begun.input + ", " + begun.bytes
                    + " bytes; now " + input + ", " + bytes + " bytes). --restart starts from the beginning");
        }
        if (bytes > begun.bytes) {
            checkLineEnd(files, begun.bytes);
        }
    }

    /** Returns the options that differ, each with both values. */
    private static String differences(String before, String after) {
        Map<String, String> was = parse(before);
        Map<String, String> is = parse(after);
        Set<String> names = new LinkedHashSet<>(was.keySet());
        names.addAll(is.keySet());
        return names.stream()
                .filter(name -> !Objects.equals(was.get(name), is.get(name)))
                .map(name -> "--" + name + " was " + value(was, name) + ", is now " + value(is, name))
                .collect(Collectors.joining("; "));
    }

    private static String value(Map<String, String> options, String name) {
        String value = options.getOrDefault(name, "null");
        return value.equals("null") ? "not given" : value;
    }

    private static Map<String, String> parse(String options) {
        Map<String, String> values = new LinkedHashMap<>();
        Matcher name = OPTION.matcher(options);
        String last = "";
        int from = 0;
        while (name.find()) {
            values.merge(last, options.substring(from, name.start()), String::concat);
            last = name.group(1);
            from = name.end();
        }
        values.merge(last, options.substring(from), String::concat);
        return values;
    }

    /** If there was no line end, the last record that was read has changed. */
    private static void checkLineEnd(List<Path> files, long begunBytes) throws IOException {
        Path last = files.get(files.size() - 1);
        long length = begunBytes;
        for (Path file : files.subList(0, files.size() - 1)) {
            length -= Files.size(file);
        }
        try (RandomAccessFile file = new RandomAccessFile(last.toFile(), "r")) {
            file.seek(Math.max(0, length - 1));
            int end = file.read();
            if (length > 0 && end != '\n' && end != '\r') {
                throw new BadInputException(last + " had no line end at byte " + length
                        + ", where it ended at the checkpoint, and has grown since: the record there has changed"
                        + " now. --restart starts from the beginning");
            }
        }
    }

    private static String head(List<Path> files, long lastBytes) throws IOException {
        try {
            MessageDigest hash = MessageDigest.getInstance("SHA-256");
            for (Path file : files.subList(0, files.size() - 1)) {
                hash.update(first(file, MAX_HEAD));
                hash.update(Long.toString(Files.size(file)).getBytes(StandardCharsets.US_ASCII));
            }
            hash.update(first(files.get(files.size() - 1), lastBytes));
            return HexFormat.of().formatHex(hash.digest()).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] first(Path file, long count) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes((int) Math.min(MAX_HEAD, count));
        }
    }
}
