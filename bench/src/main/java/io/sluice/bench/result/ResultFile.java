package io.sluice.bench.result;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A result as JSON. */
public final class ResultFile {
    private static final Gson GSON = new GsonBuilder()
            .registerTypeAdapter(double.class, new NotANumberAsNull())
            .registerTypeAdapter(Double.class, new NotANumberAsNull())
            .serializeNulls()
            .setPrettyPrinting()
            .disableHtmlEscaping()
            .create();

    private ResultFile() {}

    /** Writes NaN, which means that a run failed, as null, since JSON has no NaN. */
    private static final class NotANumberAsNull extends TypeAdapter<Double> {
        @Override
        public void write(JsonWriter out, Double value) throws IOException {
            if (value.isNaN()) {
                out.nullValue();
            } else {
                out.value(value);
            }
        }

        @Override
        public Double read(JsonReader in) throws IOException {
            if (in.peek() == JsonToken.NULL) {
                in.nextNull();
                return Double.NaN;
            }
            return in.nextDouble();
        }
    }

    /**
     * Creates the folder if it is missing.
     *
     * @throws IOException if results cannot be stored there
     */
    public static void prepare(Path folder) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException("results cannot be kept in " + folder + ", which is no folder");
        }
        Files.createDirectories(folder);
        if (!Files.isWritable(folder)) {
            throw new IOException("results cannot be kept in " + folder + ", which cannot be written to");
        }
    }

    /**
     * Writes {@code <date>-<name>.json}; an older file of that day is replaced.
     *
     * @return the file
     */
    public static Path write(Path folder, Result result) throws IOException {
        prepare(folder);
        Path file = folder.resolve(result.date() + "-" + result.name() + ".json");
        return Files.writeString(file, GSON.toJson(result) + "\n");
    }

    /**
     * Reads a result that {@link #write} has written.
     *
     * @throws IOException if the file cannot be read or is not a result
     */
    public static Result read(Path file) throws IOException {
        Result result;
        try {
            result = GSON.fromJson(Files.readString(file), Result.class);
        } catch (JsonParseException e) {
            throw new IOException(file + " is not JSON of a result", e);
        }
        if (result == null || result.rows() == null || result.goals() == null) {
            throw new IOException(file + " is not a result: it has no rows or no goals");
        }
        if (result.name() == null || result.date() == null) {
            throw new IOException(file + " is not a result: it has no name or no date");
        }
        return result;
    }
}
