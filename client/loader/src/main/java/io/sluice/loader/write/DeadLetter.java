package io.sluice.loader.write;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.sluice.Cell;
import io.sluice.CellUtil;
import io.sluice.Put;
import io.sluice.RetriesExhaustedException;
import io.sluice.loader.input.BrokenLineException;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/**
 * A row that was not written, as one line of JSON: {@code table}, {@code file} if the input has several, {@code line}
 * of it, {@code row}, {@code cells} with {@code family}, {@code qualifier}, {@code timestamp}, {@code value}, then
 * {@code time}, {@code attempts}, {@code error}. Bytes are in base64.
 *
 * @param table its table
 * @param put the mutation that was not written
 */
record DeadLetter(String table, Put put) {
    /** Lets any letter be read that can be written: the length of a line is limited by the reader of lines. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final int MAX_ERROR_CHARS = 2_000;

    /** Returns the line for a row that failed, with its line feed. */
    String toJson(String file, long line, Throwable failure) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("table", table);
            if (!file.isEmpty()) {
                json.writeStringField("file", file);
            }
            json.writeNumberField("line", line);
            json.writeStringField("row", base64(put.getRow()));
            json.writeArrayFieldStart("cells");
            for (List<Cell> cells : put.getFamilyCellMap().values()) {
                for (Cell cell : cells) {
                    write(json, cell);
                }
            }
            json.writeEndArray();
            json.writeStringField("time", Instant.now().toString());
            json.writeNumberField(
                    "attempts",
                    failure instanceof RetriesExhaustedException exhausted
                            ? exhausted.getAttempts().size()
                            : 1);
            String error = failure.toString();
            json.writeStringField(
                    "error", error.length() > MAX_ERROR_CHARS ? error.substring(0, MAX_ERROR_CHARS) : error);
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("a string takes all", e);
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Cell cell) throws IOException {
        json.writeStartObject();
        json.writeStringField("family", base64(CellUtil.cloneFamily(cell)));
        json.writeStringField("qualifier", base64(CellUtil.cloneQualifier(cell)));
        json.writeNumberField("timestamp", cell.getTimestamp());
        json.writeStringField("value", base64(CellUtil.cloneValue(cell)));
        json.writeEndObject();
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** Reads a line. */
    static DeadLetter parse(String line) throws BrokenLineException {
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
                        throw new BrokenLineException("not a dead letter: 'cells' before 'row'");
                    }
                    readCells(json, put);
                } else {
                    json.skipChildren();
                }
            }
            if (put == null || put.isEmpty() || table.isEmpty()) {
                throw new BrokenLineException("not a dead letter: table, row or cells are missing");
            }
            return new DeadLetter(table, put);
        } catch (JsonProcessingException e) {
            throw new BrokenLineException("not a dead letter: not JSON at character "
                    + (e.getLocation() == null ? 1 : e.getLocation().getColumnNr()));
        } catch (IOException | IllegalArgumentException e) {
            throw new BrokenLineException("not a dead letter: " + e.getMessage());
        }
    }

    private static void expect(boolean holds, String otherwise) throws BrokenLineException {
        if (!holds) {
            throw new BrokenLineException(otherwise);
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
                    default -> json.skipChildren();
                }
            }
            put.addImmutable(family, qualifier, timestamp, value);
        }
    }
}
