package io.sluice.loader.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.sluice.loader.input.LineReader.Line;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of NDJSON: one object in each line. Members of nested objects are named with dots, {@code
 * address.city}; an array is its JSON text, a number keeps its text, {@code null} is no value.
 */
public final class JsonSource implements InputSource {
    private final JsonFactory json;
    private final LineReader lines;

    /** The columns of the previous record, which the next one usually shares. */
    private Columns columns = new Columns(List.of());

    private long number;

    public JsonSource(InputText text) {
        lines = new LineReader(text);
        // No string is longer than its line.
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxStringLength(text.maxLineChars())
                .maxNameLength(text.maxLineChars())
                .maxNumberLength(text.maxLineChars())
                .build();
        json = JsonFactory.builder()
                .streamReadConstraints(limits)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
    }

    @Override
    public List<String> columns() {
        return List.of();
    }

    @Override
    public String header() {
        return "";
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
            return InputRecord.broken(number, line.number(), reason(e), line.whole());
        } catch (BrokenLineException | IllegalArgumentException e) {
            return InputRecord.broken(number, line.number(), String.valueOf(e.getMessage()), line.whole());
        }
    }

    /** Our own wording: the parser's messages name Java classes, and count lines on their own. */
    private static String reason(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "not JSON: it ends in the middle of a value";
        }
        if (e instanceof StreamConstraintsException) {
            return "JSON with more than " + StreamReadConstraints.DEFAULT_MAX_DEPTH + " nested values";
        }
        String where = e.getLocation() == null
                ? ""
                : " at character " + e.getLocation().getColumnNr();
        return (String.valueOf(e.getOriginalMessage()).startsWith("Duplicate field")
                        ? "a member occurs twice, the second time"
                        : "not JSON")
                + where;
    }

    private InputRecord parse(Line line) throws IOException, BrokenLineException {
        String wrong = Unreadable.in(line.text());
        if (wrong != null) {
            throw new BrokenLineException(wrong);
        }
        List<String> names = new ArrayList<>();
        List<@Nullable String> values = new ArrayList<>();
        try (JsonParser parser = json.createParser(line.text())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BrokenLineException("not a JSON object");
            }
            readObject(parser, "", names, values);
            if (parser.nextToken() != null) {
                throw new BrokenLineException("more than one JSON value");
            }
        }
        for (int i = 0; i < names.size(); i++) {
            String value = values.get(i);
            if (Unreadable.hasLoneSurrogate(names.get(i)) || (value != null && Unreadable.hasLoneSurrogate(value))) {
                throw new BrokenLineException("member '" + names.get(i) + "' has half a surrogate pair");
            }
        }
        if (!columns.names().equals(names)) {
            columns = new Columns(names);
        }
        return new InputRecord(number, line.number(), columns, values, null, line.whole(), "");
    }

    private void readObject(JsonParser parser, String prefix, List<String> names, List<@Nullable String> values)
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

    private String jsonText(JsonParser parser) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = json.createGenerator(text)) {
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
