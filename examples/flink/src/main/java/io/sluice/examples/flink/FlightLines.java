package io.sluice.examples.flink;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.SourceRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of the flights file, and their mapping to rows. */
final class FlightLines {
    /** The mapping: an airline's flight of an hour is a row, and each column a cell of family d. */
    static final Map<String, String> MAPPING = Map.of(
            ConnectorSettings.ROW_KEY, "{carrier}{flight|pad:4}-{time_hour}-{origin}",
            ConnectorSettings.SALT, "16",
            ConnectorSettings.TIMESTAMP, "record");

    private static final String HEADER =
            "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,"
                    + "carrier,flight,tailnum,origin,dest,air_time,distance,hour,minute,time_hour";

    private static final List<String> COLUMNS = List.of(HEADER.split(",", -1));

    private FlightLines() {}

    static boolean isFlight(String line) {
        return !line.equals(HEADER);
    }

    /** Returns the fields of a line by name; a column without a value is missing. */
    static Map<String, String> fields(String line) {
        CsvRecord record = record(line);
        if (record.getFieldCount() != COLUMNS.size()) {
            throw new IllegalArgumentException(
                    record.getFieldCount() + " fields instead of " + COLUMNS.size() + " in: " + line);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            if (!record.getField(i).isEmpty()) {
                fields.put(COLUMNS.get(i), record.getField(i));
            }
        }
        return fields;
    }

    private static CsvRecord record(String line) {
        try (CsvReader<CsvRecord> reader = CsvReader.builder().ofCsvRecord(line)) {
            return reader.iterator().next();
        } catch (IOException e) {
            throw new UncheckedIOException("closing a string cannot fail", e);
        }
    }

    /** Returns the scheduled departure of a flight, in milliseconds since 1970: the timestamp of its cells. */
    static long departureMillis(String line) {
        return Instant.parse(line.substring(line.lastIndexOf(',') + 1)).toEpochMilli();
    }

    /** Reads the file without Flink, to find out which rows must be stored. */
    static void read(Path file, Consumer<String> flights) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            lines.lines().filter(FlightLines::isFlight).forEach(flights);
        }
    }

    /** Returns a line as input of the mapping. */
    static SourceRecord recordOf(String line) {
        return new Flight(new ArrayList<>(fields(line).entrySet()), departureMillis(line));
    }

    private record Flight(List<Map.Entry<String, String>> fields, long millis) implements SourceRecord {
        @Override
        public List<String> names() {
            return fields.stream().map(Map.Entry::getKey).toList();
        }

        @Override
        public Object value(int index) {
            return fields.get(index).getValue();
        }

        @Override
        public @Nullable Object value(String name) {
            int index = names().indexOf(name);
            return index < 0 ? null : value(index);
        }

        @Override
        public long number() {
            throw new IllegalStateException("the row key has no number");
        }

        @Override
        public OptionalLong timestampMillis() {
            return OptionalLong.of(millis);
        }
    }
}
