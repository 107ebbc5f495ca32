package io.sluice.examples.loader.input;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import io.sluice.examples.BadInputException;
import io.sluice.examples.loader.input.LineReader.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of CSV or TSV. A line without a quote is cut at the delimiters; one with quotes is put together with the lines
 * that its quoted field goes on in and given to FastCSV. A quote that nothing closes costs its own line only.
 */
public final class DelimitedSource implements InputSource {
    private static final char REPLACED = '\uFFFD';

    private final LineReader lines;
    private final DelimitedFormat format;
    private final CsvReader.CsvReaderBuilder quoted = CsvReader.builder();
    private final Columns columns;
    private long number;

    /**
     * Opens a source and reads its header.
     *
     * @throws BadInputException if there is none, or it cannot be one
     */
    public DelimitedSource(InputText text, DelimitedFormat format) throws IOException {
        this.format = format;
        lines = new LineReader(text);
        if (format.quote() != null) {
            var unused = quoted.fieldSeparator(format.delimiter())
                    .quoteCharacter(format.quote())
                    .skipEmptyLines(false)
                    .maxBufferSize(LineReader.MAX_LINE_CHARS * 2);
        }
        try {
            columns = format.columns() != null ? named(format.columns()) : header();
        } catch (IOException | RuntimeException e) {
            lines.close();
            throw e;
        }
    }

    private static Columns named(List<String> names) throws BadInputException {
        try {
            return new Columns(names);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage() + ": " + names, e);
        }
    }

    private Columns header() throws IOException {
        Line line = nextLine();
        if (line == null) {
            throw new BadInputException("The input is empty; there is no line with the names of columns");
        }
        try {
            List<String> names = new ArrayList<>();
            for (String name : fields(line)) {
                names.add(name == null ? "" : name);
            }
            return named(names);
        } catch (BrokenLineException | BadInputException e) {
            throw new BadInputException(
                    "Line " + line.number() + " is no header: " + e.getMessage()
                            + "; --columns names the columns of a file without one",
                    e);
        }
    }

    @Override
    public List<String> columns() {
        return columns.names();
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        Line line = nextLine();
        if (line == null) {
            return null;
        }
        number++;
        try {
            List<@Nullable String> values = fields(line);
            if (values.size() != columns.names().size()) {
                throw new BrokenLineException(
                        values.size() + " fields instead of " + columns.names().size());
            }
            return new InputRecord(number, line.number(), columns, values, null);
        } catch (BrokenLineException e) {
            return InputRecord.broken(number, line.number(), String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Line nextLine() throws IOException {
        Line line = lines.next();
        while (line != null && line.content().isEmpty()) {
            line = lines.next();
        }
        return line;
    }

    private List<@Nullable String> fields(Line line) throws IOException, BrokenLineException {
        check(line);
        Character quote = format.quote();
        if (quote == null || line.text().indexOf(quote) < 0) {
            return cut(line.content());
        }
        String record = withContinuation(line, quote);
        try {
            return nulls(quoted.ofSingleCsvRecord(record).getFields());
        } catch (CsvParseException e) {
            throw new BrokenLineException(String.valueOf(e.getMessage()));
        }
    }

    private static void check(Line line) throws BrokenLineException {
        if (line.isTooLong()) {
            throw new BrokenLineException("longer than " + LineReader.MAX_LINE_CHARS + " characters");
        }
        if (line.text().indexOf(REPLACED) >= 0) {
            throw new BrokenLineException("bytes that are not of the charset (--charset)");
        }
    }

    private List<@Nullable String> cut(String text) {
        List<@Nullable String> values = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf(format.delimiter()); end >= 0; end = text.indexOf(format.delimiter(), start)) {
            values.add(valueOf(text.substring(start, end)));
            start = end + 1;
        }
        values.add(valueOf(text.substring(start)));
        return values;
    }

    private List<@Nullable String> nulls(List<String> fields) {
        List<@Nullable String> values = new ArrayList<>(fields.size());
        for (String field : fields) {
            values.add(valueOf(field));
        }
        return values;
    }

    private @Nullable String valueOf(String field) {
        return field.equals(format.nullText()) ? null : field;
    }

    /** Returns the text of the record that begins with {@code first}; gives back what does not belong to it. */
    private String withContinuation(Line first, char quote) throws IOException, BrokenLineException {
        QuoteScan scan = new QuoteScan(format.delimiter(), quote);
        if (!scan.endsInside(first.text())) {
            return first.content();
        }
        List<Line> more = new ArrayList<>();
        StringBuilder text = new StringBuilder(first.text());
        while (more.size() + 1 < format.maxLines() && text.length() < LineReader.MAX_LINE_CHARS) {
            Line next = lines.next();
            if (next == null) {
                break;
            }
            more.add(next);
            text.append('\n');
            if (!scan.endsInside(next.text())) {
                text.append(next.content());
                for (Line line : more) {
                    check(line);
                }
                return text.toString();
            }
            text.append(next.text());
        }
        for (int i = more.size() - 1; i >= 0; i--) {
            lines.giveBack(more.get(i));
        }
        throw new BrokenLineException("a quote is not closed within " + format.maxLines() + " lines");
    }

    @Override
    public double fractionRead() {
        return lines.fractionRead();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
