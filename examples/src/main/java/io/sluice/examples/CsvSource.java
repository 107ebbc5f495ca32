package io.sluice.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.sluice.loader.BadInputException;
import io.sluice.loader.CountingInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The records of a CSV file in UTF-8, compressed by gzip or not. */
final class CsvSource implements RecordSource {
    private static final int CHUNK = 256;
    private static final int BUFFER_BYTES = 1 << 16;

    /** Maximum size of a field or record, so that a missing quote does not exhaust the memory. */
    private static final int MAX_RECORD_CHARS = 64 << 20;

    private final Path file;
    private final CsvFormat format;
    private final long fileBytes;
    private final CountingInputStream counted;
    private final CsvReader<CsvRecord> reader;
    private final CloseableIterator<CsvRecord> records;
    private final List<String> columns;

    /** The first record of a file without a header, read to count its fields. */
    private @Nullable CsvRecord pending;

    private long lastLine;
    private long number;
    private volatile long skipped;

    private CsvSource(Path file, CsvFormat format) throws IOException {
        this.file = file;
        this.format = format;
        fileBytes = Math.max(1, Files.size(file));
        counted = new CountingInputStream(Files.newInputStream(file));
        try {
            reader = CsvReader.builder()
                    .fieldSeparator(format.delimiter())
                    .quoteCharacter(format.quote())
                    .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                    .maxBufferSize(MAX_RECORD_CHARS)
                    // An explicit decoder, because a charset alone would replace invalid UTF-8.
                    .ofCsvRecord(new InputStreamReader(open(file, counted), UTF_8.newDecoder()));
            records = reader.iterator();
            columns = readColumns();
        } catch (IOException | RuntimeException e) {
            counted.close();
            throw e;
        }
    }

    /** Opens {@code file} and reads its header. */
    static CsvSource open(Path file, CsvFormat format) throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new BadInputException("Cannot read " + file + ": no such file, or not readable");
        }
        return new CsvSource(file, format);
    }

    private static InputStream open(Path file, InputStream in) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return in;
        }
        try {
            return new GZIPInputStream(in, BUFFER_BYTES);
        } catch (IOException e) {
            throw new BadInputException("Cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private List<String> readColumns() throws IOException {
        if (!hasNext()) {
            throw new BadInputException(file + " is empty");
        }
        if (!format.header()) {
            CsvRecord first = records.next();
            pending = first;
            return IntStream.rangeClosed(1, first.getFieldCount())
                    .mapToObj(i -> "c" + i)
                    .toList();
        }
        CsvRecord header = records.next();
        lastLine = header.getStartingLineNumber();
        List<String> names = new ArrayList<>(header.getFields());
        // A byte order mark, which some programs write before the first name.
        names.set(0, names.get(0).replaceFirst("^\uFEFF", ""));
        if (new HashSet<>(names).size() < names.size()) {
            throw new BadInputException(file + ", line " + lastLine + ": two columns have the same name in " + names
                    + "; use --no-header if this line is not a header");
        }
        return List.copyOf(names);
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public List<SourceRecord> next() throws IOException {
        List<SourceRecord> chunk = new ArrayList<>(CHUNK);
        while (chunk.size() < CHUNK && (pending != null || hasNext())) {
            CsvRecord next = pending != null ? pending : records.next();
            pending = null;
            lastLine = next.getStartingLineNumber();
            number++;
            if (next.getFieldCount() == columns.size()) {
                chunk.add(new SourceRecord(number, next.getFields()));
            } else {
                refuse(next);
            }
        }
        return chunk;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
    private void refuse(CsvRecord bad) throws BadInputException {
        if (!format.skipBad()) {
            throw new BadInputException(file + ", line " + bad.getStartingLineNumber() + ": " + bad.getFieldCount()
                    + " fields instead of " + columns.size() + " (--skip-bad skips such lines)");
        }
        skipped++;
    }

    private boolean hasNext() throws IOException {
        try {
            return records.hasNext();
        } catch (UncheckedIOException | CsvParseException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new BadInputException(file + ", after line " + lastLine + ": " + describe(cause), e);
        }
    }

    private static String describe(Throwable cause) {
        return cause instanceof java.nio.charset.CharacterCodingException
                ? "not UTF-8 (" + cause.getMessage() + ")"
                : String.valueOf(cause.getMessage());
    }

    @Override
    public double fractionRead() {
        return Math.min(1, (double) counted.bytes() / fileBytes);
    }

    @Override
    public long skipped() {
        return skipped;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
