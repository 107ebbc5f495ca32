package io.sluice.connectors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Mutation;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * A row that was not written, as one line of JSON: {@code table}, {@code file} if the input has several, {@code line}
 * of it, {@code row}, {@code cells} with {@code family}, {@code qualifier}, {@code timestamp}, {@code value} and, unless it is a Put, {@code type}, then
 * {@code time}, {@code attempts}, {@code error}. Bytes are in base64.
 *
 * @param table its table
 * @param mutation the mutation that was not written
 */
public record DeadLetter(String table, Mutation mutation) {
    /**
     * Without a limit for strings, so that every letter that can be written can be read; the line reader limits lines.
     */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final int MAX_ERROR_CHARS = 2_000;

    /**
     * Returns the line for a row that failed, with its line feed.
     *
     * @param file file that the record came from; empty if there is none
     * @param line line or number of the record in it, from 1
     */
    public String toJson(String file, long line, Throwable failure) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("table", table);
            if (!file.isEmpty()) {
                json.writeStringField("file", file);
            }
            json.writeNumberField("line", line);
            json.writeStringField("row", base64(mutation.getRow()));
            json.writeArrayFieldStart("cells");
            for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
                for (Cell cell : cells) {
                    write(json, cell);
                }
            }
            json.writeEndArray();
            writeFailure(json, failure);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("writing to a string cannot fail", e);
        }
        return text.append('\n').toString();
    }

    /**
     * Returns the line for a record that cannot become a row, with its line feed: {@code table}, {@code record}, {@code
     * time}, {@code attempts}, {@code error}.
     *
     * @param record its text
     */
    public static String toJson(String table, String record, Throwable failure) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("table", table);
            json.writeStringField("record", record);
            writeFailure(json, failure);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("writing to a string cannot fail", e);
        }
        return text.append('\n').toString();
    }

    private static void writeFailure(JsonGenerator json, Throwable failure) throws IOException {
        json.writeStringField("time", Instant.now().toString());
        json.writeNumberField(
                "attempts",
                failure instanceof RetriesExhaustedException exhausted
                        ? exhausted.getAttempts().size()
                        : 1);
        String error = failure.toString();
        json.writeStringField("error", error.length() > MAX_ERROR_CHARS ? error.substring(0, MAX_ERROR_CHARS) : error);
    }

    private static void write(JsonGenerator json, Cell cell) throws IOException {
        json.writeStartObject();
        json.writeStringField("family", base64(CellUtil.cloneFamily(cell)));
        json.writeStringField("qualifier", base64(CellUtil.cloneQualifier(cell)));
        json.writeNumberField("timestamp", cell.getTimestamp());
        json.writeStringField("value", base64(CellUtil.cloneValue(cell)));
        if (cell.getType() != Cell.Type.Put) {
            json.writeStringField("type", cell.getType().name());
        }
        json.writeEndObject();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Reads a line.
     *
     * @return the letter, whose mutation is a {@link Put}
     * @throws BadRecordException if it is not a dead letter, or contains a delete
     */
    public static DeadLetter parse(String line) throws BadRecordException {
        try (JsonParser json = JSON.createParser(line)) {
            expect(json.nextToken() == JsonToken.START_OBJECT, "not a JSON object");
            String table = "";
            Put put = null;
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("table")) {
                    table = json.getText();
                } else if (name.equals("row")) {
                    put = new Put(Base64.getDecoder().decode(json.getText()), true);
                } else if (name.equals("cells") && value == JsonToken.START_ARRAY) {
                    if (put == null) {
                        throw new BadRecordException("not a dead letter: 'cells' before 'row'");
                    }
                    readCells(json, put);
                } else {
                    json.skipChildren();
                }
            }
            if (put == null || put.isEmpty() || table.isEmpty()) {
                throw new BadRecordException("not a dead letter: table, row or cells are missing");
            }
            return new DeadLetter(table, put);
        } catch (JsonProcessingException e) {
            throw new BadRecordException("not a dead letter: not JSON at character "
                    + (e.getLocation() == null ? 1 : e.getLocation().getColumnNr()));
        } catch (IOException | IllegalArgumentException e) {
            throw new BadRecordException("not a dead letter: " + e.getMessage());
        }
    }

    private static void expect(boolean holds, String otherwise) throws BadRecordException {
        if (!holds) {
            throw new BadRecordException(otherwise);
        }
    }

    private static void readCells(JsonParser json, Put put) throws IOException {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            byte[] family = {};
            byte[] qualifier = {};
            byte[] value = {};
            long timestamp = Long.MAX_VALUE;
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String name = json.currentName();
                json.nextToken();
                switch (name) {
                    case "family" -> family = Base64.getDecoder().decode(json.getText());
                    case "qualifier" -> qualifier = Base64.getDecoder().decode(json.getText());
                    case "value" -> value = Base64.getDecoder().decode(json.getText());
                    case "timestamp" -> timestamp = json.getLongValue();
                    case "type" ->
                        throw new IllegalArgumentException(
                                "a cell of type " + json.getText() + " is a delete; only a Put can be written again");
                    default -> json.skipChildren();
                }
            }
            put.addImmutable(family, qualifier, timestamp, value);
        }
    }
}
