package io.sluice.examples.loader.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.sluice.examples.loader.input.LineReader.Line;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of NDJSON: an object in each line. Members of inner objects are named with dots, {@code address.city}; an array is
 * its JSON text, a number is written as in the file, {@code null} is no value.
 */
public final class JsonSource implements InputSource {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final LineReader lines;

    /** Of the record before: mostly the next one has the same. */
    private Columns columns = new Columns(List.of());

    private long number;

    public JsonSource(InputText text) {
        lines = new LineReader(text);
    }

    @Override
    public List<String> columns() {
        return List.of();
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        Line line = lines.next();
        while (line != null && line.text().isBlank()) {
            line = lines.next();
        }
        if (line == null) {
            return null;
        }
        number++;
        try {
            return parse(line);
        } catch (JsonProcessingException e) {
            return InputRecord.broken(number, line.number(), "no JSON: " + e.getOriginalMessage(), line.whole());
        } catch (BrokenLineException | IllegalArgumentException e) {
            return InputRecord.broken(number, line.number(), String.valueOf(e.getMessage()), line.whole());
        }
    }

    private InputRecord parse(Line line) throws IOException, BrokenLineException {
        String wrong = Unreadable.in(line.text());
        if (wrong != null) {
            throw new BrokenLineException(wrong);
        }
        List<String> names = new ArrayList<>();
        List<@Nullable String> values = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(line.text())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BrokenLineException("no JSON object");
            }
            readObject(parser, "", names, values);
            if (parser.nextToken() != null) {
                throw new BrokenLineException("more than one JSON value");
            }
        }
        if (!columns.names().equals(names)) {
            columns = new Columns(names);
        }
        return new InputRecord(number, line.number(), columns, values, null, line.whole());
    }

    private static void readObject(JsonParser parser, String prefix, List<String> names, List<@Nullable String> values)
            throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = prefix + parser.currentName();
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT) {
                readObject(parser, name + ".", names, values);
                continue;
            }
            names.add(name);
            if (token == JsonToken.START_ARRAY) {
                values.add(jsonText(parser));
            } else {
                values.add(token == JsonToken.VALUE_NULL ? null : parser.getText());
            }
        }
    }

    private static String jsonText(JsonParser parser) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.copyCurrentStructure(parser);
        }
        return text.toString();
    }

    @Override
    public double fractionRead() {
        return lines.text().fractionRead();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
