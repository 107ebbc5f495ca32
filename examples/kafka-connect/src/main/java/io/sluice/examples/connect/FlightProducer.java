package io.sluice.examples.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.sluice.embedded.CellChecksum;
import io.sluice.loader.write.Tally;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Appends the lines of a CSV file to the topic, as JSON objects, and counts what must be in the table afterwards. All
 * records and their cells have the same timestamp.
 */
final class FlightProducer {
    private static final byte[] FAMILY = "d".getBytes(UTF_8);

    private final JsonFactory json = new JsonFactory();
    private final Tally tally = new Tally();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Path file;
    private final long timeMillis;

    FlightProducer(Path file, long timeMillis) {
        this.file = file;
        this.timeMillis = timeMillis;
    }

    long timeMillis() {
        return timeMillis;
    }

    /** Returns how many records are in the topic. */
    long appended() {
        return tally.numbers().acknowledged();
    }

    /** Returns the numbers of what must be in the table when the connector has stored all records. */
    Tally.Numbers numbers() {
        return tally.numbers();
    }

    void appendAll(Producer<byte[], byte[]> producer) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                CsvReader<NamedCsvRecord> flights =
                        CsvReader.builder().ofNamedCsvRecord(new InputStreamReader(plain(in), UTF_8.newDecoder()))) {
            int number = 0;
            for (NamedCsvRecord flight : flights) {
                append(producer, number % FlightsThroughConnect.PARTITIONS, fields(flight));
                number++;
            }
        }
        producer.flush();
        if (failure.get() != null) {
            throw new IOException("A record is not in the topic", failure.get());
        }
    }

    private InputStream plain(InputStream in) throws IOException {
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    /** Returns the fields of a flight without the empty ones. */
    private static Map<String, String> fields(NamedCsvRecord flight) {
        return flight.getFieldsAsMap().entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void append(Producer<byte[], byte[]> producer, int partition, Map<String, String> fields)
            throws IOException {
        tally.read(1);
        tally.sent();
        var unused = producer.send(
                new ProducerRecord<>(FlightsThroughConnect.TOPIC, partition, timeMillis, null, object(fields)),
                (place, error) -> {
                    if (error == null) {
                        count(place, fields);
                    } else {
                        failure.compareAndSet(null, error);
                    }
                });
    }

    private byte[] object(Map<String, String> fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator object = json.createGenerator(bytes)) {
            object.writeStartObject();
            for (Map.Entry<String, String> field : fields.entrySet()) {
                object.writeStringField(field.getKey(), field.getValue());
            }
            object.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Counts the row that the connector makes from the record at this place. */
    private void count(RecordMetadata place, Map<String, String> fields) {
        byte[] row = String.format(Locale.ROOT, "%d-%010d", place.partition(), place.offset())
                .getBytes(UTF_8);
        CellChecksum checksum = new CellChecksum();
        long bytes = row.length;
        for (Map.Entry<String, String> field : fields.entrySet()) {
            byte[] qualifier = field.getKey().getBytes(UTF_8);
            byte[] value = field.getValue().getBytes(UTF_8);
            checksum.add(row, FAMILY, qualifier, value);
            bytes += qualifier.length + value.length;
        }
        tally.acknowledged(bytes, fields.size(), checksum.sum());
    }
}
