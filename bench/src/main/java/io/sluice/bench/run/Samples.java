package io.sluice.bench.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the JVMs of a comparison have measured so far. It is kept in a file, so that a run that was interrupted continues where
 * it ended: a full one takes hours. Each line is a JSON object, for the beginning of a sitting or for a sample.
 */
public final class Samples {
    private static final Gson GSON =
            new GsonBuilder().serializeSpecialFloatingPointValues().create();

    private final @Nullable Path file;
    private final Map<String, JsonElement> known = new HashMap<>();
    private final int sittings;

    /** Measures one sample. */
    @FunctionalInterface
    public interface Measurement<T, E extends Exception> {
        T measure() throws E;
    }

    private record Line(
            @Nullable String sitting,
            @Nullable String key,
            @Nullable JsonElement sample) {}

    private Samples(@Nullable Path file, List<Line> lines) {
        this.file = file;
        int earlier = 0;
        boolean begun = false;
        for (Line line : lines) {
            if (line.sitting() != null) {
                begun = true;
            } else if (line.key() != null && line.sample() != null) {
                known.put(line.key(), line.sample());
                earlier += begun ? 1 : 0;
                begun = false;
            }
        }
        sittings = earlier + 1;
    }

    /** Returns an object that keeps nothing. */
    public static Samples notKept() {
        return new Samples(null, List.of());
    }

    /**
     * Continues a run, or begins one.
     *
     * @param what identifies what is measured and where; samples of anything else are deleted
     */
    public static Samples in(Path file, String what) throws IOException {
        List<Line> lines = Files.exists(file) ? read(file) : List.of();
        if (!lines.isEmpty() && !what.equals(lines.get(0).sitting())) {
            System.err.println(file + " is of another build, machine or length, and is replaced");
            Files.delete(file);
            lines = List.of();
        }
        Samples samples = new Samples(file, lines);
        samples.append(new Line(what, null, null));
        return samples;
    }

    private static List<Line> read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(Samples::parsed).filter(Objects::nonNull).toList();
        }
    }

    /** Null for a line that was not written to its end. */
    private static @Nullable Line parsed(String line) {
        try {
            return GSON.fromJson(line, Line.class);
        } catch (JsonSyntaxException e) {
            return null;
        }
    }

    /**
     * Returns the sample of an earlier sitting, or measures it now and keeps it.
     *
     * @param key names the sample within the comparison
     * @throws E if it cannot be measured; then nothing is kept
     */
    public <T, E extends Exception> T get(String key, Class<T> type, Measurement<T, E> measurement) throws E {
        JsonElement earlier = known.get(key);
        if (earlier != null) {
            System.err.println("  " + key + " was measured before");
            return GSON.fromJson(earlier, type);
        }
        T sample = measurement.measure();
        append(new Line(null, key, GSON.toJsonTree(sample)));
        return sample;
    }

    private void append(Line line) {
        if (file == null) {
            return;
        }
        try {
            // Begins a new line, since the last one may not have been written to its end.
            Files.writeString(file, "\n" + GSON.toJson(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of sittings that kept a sample, and this one. */
    public int sittings() {
        return sittings;
    }

    /** Deletes the file. */
    public void delete() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
