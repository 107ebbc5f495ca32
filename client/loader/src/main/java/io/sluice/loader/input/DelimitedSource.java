package io.sluice.loader.input;

import de.siegmar.fastcsv.reader.CsvReader;
import io.sluice.loader.BadInputException;
import io.sluice.loader.input.LineReader.Line;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of CSV or TSV. A line without quotes is split at the delimiters. One with quotes is joined with the
 * lines in which its quoted field continues, checked by {@link QuoteScan}, and parsed by FastCSV. A superfluous quote
 * joins lines that do not belong together; {@link #broken} and {@link #checkMeant} ensure that no record is lost that
 * way.
 */
public final class DelimitedSource implements InputSource {
    /**
     * This many consecutive lines after an unclosed quote, each a valid record, cannot be the text of a quoted field.
     */
    private static final int CLEAR_RECORDS = 3;

    private final LineReader lines;
    private final DelimitedFormat format;
    private final CsvReader.CsvReaderBuilder quoted = CsvReader.builder();
    private final Columns columns;
    private String headerText = "";
    private boolean linesWereJoined;
    private long number;

    /**
     * Opens a source and reads its header.
     *
     * @throws BadInputException if there is no header, or it is not valid
     */
    public DelimitedSource(InputText text, DelimitedFormat format) throws IOException {
        this.format = format;
        lines = new LineReader(text);
        if (format.quote() != null) {
            var unused = quoted.fieldSeparator(format.delimiter())
                    .quoteCharacter(format.quote())
                    .skipEmptyLines(false)
                    .maxBufferSize((int) Math.min(Integer.MAX_VALUE - 8, 2L * text.maxLineChars()));
        }
        try {
            columns = format.columns() != null ? named(format.columns()) : readHeader();
        } catch (IOException | RuntimeException e) {
            lines.close();
            throw e;
        }
    }

    private static Columns named(List<String> names) throws BadInputException {
        try {
            return new Columns(names);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(BrokenLineException.shortened(e.getMessage() + ": " + names), e);
        }
    }

    private Columns readHeader() throws IOException {
        Line line = nextLine();
        if (line == null) {
            throw new BadInputException(lines.text().name() + " is empty; a line with the column names is missing");
        }
        try {
            Joined joined = join(line);
            checkReadable(joined);
            List<String> names = new ArrayList<>();
            for (String name : fields(joined)) {
                names.add(name == null ? "" : name);
            }
            checkMeant(joined, names.size());
            headerText = joined.whole();
            return named(names);
        } catch (BrokenLineException | BadInputException e) {
            throw noHeader(line, e);
        }
    }

    private BadInputException noHeader(Line line, Exception cause) {
        return new BadInputException(
                place(line) + " is not a valid header: " + cause.getMessage()
                        + "; for a file without a header, name the columns by --columns",
                cause);
    }

    @Override
    public List<String> columns() {
        return columns.names();
    }

    @Override
    public String header() {
        return headerText;
    }

    @Override
    public @Nullable InputRecord next() throws IOException {
        Line line = nextLine();
        if (line == null) {
            return null;
        }
        number++;
        int width = columns.names().size();
        Joined joined = join(line);
        try {
            checkReadable(joined);
            List<@Nullable String> values = fields(joined);
            if (values.size() != width) {
                throw new BrokenLineException(values.size() + " fields instead of " + width);
            }
            checkMeant(joined, width);
            linesWereJoined |= joined.lines.size() > 1;
            return new InputRecord(number, line.number(), columns, values, null, joined.whole(), "");
        } catch (BrokenLineException e) {
            return broken(joined, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Line nextLine() throws IOException {
        Line line = lines.next();
        while (line != null && line.text().isEmpty()) {
            line = lines.next();
        }
        return line;
    }

    private String place(Line line) {
        return lines.text().name() + ", line " + line.number();
    }

    /** A line, and those in which the quoted field at its end continues. */
    private record Joined(List<Line> lines, @Nullable QuoteScan scan) {
        Line first() {
            return lines.get(0);
        }

        Line last() {
            return lines.get(lines.size() - 1);
        }

        List<Line> swallowed() {
            return lines.subList(1, lines.size());
        }

        /** Returns the lines unchanged. */
        String whole() {
            if (lines.size() == 1) {
                return first().whole();
            }
            StringBuilder text = new StringBuilder();
            lines.forEach(line -> text.append(line.text()).append(line.end()));
            return text.toString();
        }

        /** Returns the record without the end of its last line. */
        String record() {
            return lines.size() == 1
                    ? first().text()
                    : whole().substring(0, whole().length() - last().end().length());
        }
    }

    private Joined join(Line first) throws IOException {
        Character quote = format.quote();
        if (quote == null || first.text().indexOf(quote) < 0) {
            return new Joined(List.of(first), null);
        }
        QuoteScan scan = scan().line(first.text());
        List<Line> joined = new ArrayList<>(List.of(first));
        long chars = first.text().length();
        while (scan.isOpen()
                && joined.size() < format.lines().max()
                && chars < lines.text().maxLineChars()) {
            Line next = lines.next();
            if (next == null) {
                break;
            }
            joined.add(next);
            chars += next.text().length();
            scan.line(next.text());
        }
        return new Joined(joined, scan);
    }

    private QuoteScan scan() {
        return new QuoteScan(format.delimiter(), format.quote() == null ? '"' : format.quote());
    }

    private static void checkReadable(Joined joined) throws BrokenLineException {
        for (Line line : joined.lines) {
            String wrong = Unreadable.in(line.text());
            if (wrong != null) {
                throw new BrokenLineException(wrong);
            }
        }
    }

    private List<@Nullable String> fields(Joined joined) throws BrokenLineException {
        QuoteScan scan = joined.scan;
        if (scan == null) {
            return cut(joined.first().text());
        }
        if (scan.isOpen()) {
            throw new BrokenLineException("a quote is not closed");
        }
        if (scan.isMalformed()) {
            throw new BrokenLineException("a quote is inside an unquoted field, or text follows a quote that "
                    + "closes a field; --quote none treats quotes as text");
        }
        return nulls(quoted.ofSingleCsvRecord(joined.record()).getFields());
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

    /**
     * Returns the broken lines: all joined lines if none of them could be a record, otherwise the first one only. There
     * must be no doubt, since the other lines are skipped in one case and written in the other.
     *
     * @throws BadInputException if both are possible
     */
    private InputRecord broken(Joined joined, String reason) throws IOException {
        List<Line> swallowed = joined.swallowed();
        if (isStrayQuote(joined)) {
            giveBack(swallowed);
            return InputRecord.broken(
                    number, joined.first().number(), reason, joined.first().whole());
        }
        if (isCutOff(joined) || swallowed.stream().anyMatch(this::mayBeginRecord)) {
            throw unclear(joined, reason);
        }
        String where =
                swallowed.isEmpty() ? "" : " (up to line " + joined.last().number() + ")";
        return InputRecord.broken(number, joined.first().number(), reason + where, joined.whole());
    }

    private void giveBack(List<Line> read) {
        for (int i = read.size() - 1; i >= 0; i--) {
            lines.giveBack(read.get(i));
        }
    }

    /** Whether a superfluous quote in the first line is the only fault: without it, each line is a record. */
    private boolean isStrayQuote(Joined joined) {
        int width = columns.names().size();
        return joined.swallowed().size() >= CLEAR_RECORDS
                && !linesWereJoined
                && !format.lines().meant()
                && width > 1
                && isRecord(withoutOpenQuote(joined.first().text()), width)
                && joined.swallowed().stream().allMatch(line -> isRecord(line.text(), width));
    }

    private String withoutOpenQuote(String line) {
        return new StringBuilder(line)
                .deleteCharAt(scan().line(line).openedAt())
                .toString();
    }

    /** Whether the quoted field continues after the joined lines. */
    private boolean isCutOff(Joined joined) throws IOException {
        return joined.scan != null
                && joined.scan.isOpen()
                && !joined.swallowed().isEmpty()
                && lines.hasNext();
    }

    private boolean isRecord(String line, int width) {
        QuoteScan scan = scan().line(line);
        return !line.isEmpty()
                && !scan.isOpen()
                && !scan.isMalformed()
                && scan.fields() == width
                && Unreadable.in(line) == null;
    }

    /** Whether a record of several lines begins at a line that closes a quote. */
    private boolean opensRecord(Line line, int width) throws IOException {
        Joined own = join(line);
        giveBack(own.swallowed());
        QuoteScan scan = own.scan;
        return scan != null && !scan.isOpen() && !scan.isMalformed() && scan.fields() == width;
    }

    private boolean mayBeginRecord(Line line) {
        return isRecord(line.text(), columns.names().size())
                || scan().line(line.text()).isOpen();
    }

    /**
     * Checks that a record spanning several lines is not caused by two superfluous quotes with records between them.
     */
    private void checkMeant(Joined joined, int width) throws IOException {
        if (joined.lines.size() == 1 || format.lines().meant()) {
            return;
        }
        for (Line line : joined.swallowed()) {
            if (line == joined.last() ? opensRecord(line, width) : isRecord(line.text(), width)) {
                throw new BadInputException(place(joined.first()) + ": a quoted field continues up to line "
                        + joined.last().number() + ", but line " + line.number()
                        + " could be a record by itself. If fields contain line ends, use --record-lines "
                        + format.lines().max() + "; if none does, use --record-lines 1");
            }
        }
    }

    private BadInputException unclear(Joined joined, String reason) {
        return new BadInputException(
                place(joined.first()) + ": " + reason + ", and it is not clear where the next record "
                        + "begins: lines up to " + joined.last().number()
                        + " may belong to a quoted field of this one or be records. Repair the line; or, if no field contains line "
                        + "ends, use --record-lines 1; --record-lines N allows fields of more than "
                        + format.lines().max()
                        + " lines");
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
