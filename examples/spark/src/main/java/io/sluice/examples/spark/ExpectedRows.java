package io.sluice.examples.spark;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Put;
import io.sluice.connectors.BadRecordException;
import io.sluice.connectors.ConnectorSettings;
import io.sluice.connectors.RowMapping;
import io.sluice.connectors.SourceRecord;
import io.sluice.embedded.CellChecksum;
import io.sluice.loader.write.Tally;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The rows that must be stored, from the file as read without Spark. */
final class ExpectedRows {
    /** An airline's flight of an hour is a row, and each column a cell of family d, with the time of its departure. */
    static final Map<String, String> MAPPING = Map.of(
            ConnectorSettings.ROW_KEY, "{carrier}{flight|pad:4}-{time_hour}-{origin}",
            ConnectorSettings.SALT, "16",
            ConnectorSettings.TIMESTAMP, "{time_hour}");

    private ExpectedRows() {}

    static Tally.Numbers of(Path file) throws IOException {
        RowMapping mapping = new ConnectorSettings(MAPPING).mapping();
        Tally tally = new Tally();
        try (CsvReader<NamedCsvRecord> flights = CsvReader.builder()
                .ofNamedCsvRecord(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (NamedCsvRecord flight : flights) {
                Put put = mapping.put(new Flight(flight));
                tally.read(1);
                tally.sent();
                tally.acknowledged(put.encodedSize(), put.size(), checksum(put));
            }
        } catch (BadRecordException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        return tally.numbers();
    }

    private static long checksum(Put put) {
        CellChecksum checksum = new CellChecksum();
        for (List<Cell> cells : put.getFamilyCellMap().values()) {
            for (Cell cell : cells) {
                checksum.add(
                        put.getRow(),
                        CellUtil.cloneFamily(cell),
                        CellUtil.cloneQualifier(cell),
                        CellUtil.cloneValue(cell));
            }
        }
        return checksum.sum();
    }

    /** A record of the file; as in Spark, an empty field has no value. */
    private record Flight(NamedCsvRecord line) implements SourceRecord {
        @Override
        public List<String> names() {
            return line.getHeader();
        }

        @Override
        public @Nullable Object value(int index) {
            String field = line.getField(index);
            return field.isEmpty() ? null : field;
        }

        @Override
        public @Nullable Object value(String name) {
            return line.findField(name).filter(field -> !field.isEmpty()).orElse(null);
        }

        @Override
        public long number() {
            throw new IllegalStateException("the row key has no number");
        }
    }
}
